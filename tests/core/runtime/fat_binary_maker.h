// Fat binaries as nvcc writes them, made by hand: tests need no CUDA compiler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::runtime {

enum class Packing : std::uint64_t { none = 0, lz4 = 0x2000, zstd = 0x8000 };

struct MadeEntry {
    std::uint16_t kind = 1; // 1: PTX, 2: machine code
    std::uint32_t architecture = 75;
    std::string text;
    Packing packing = Packing::none;
};

// A container with these entries.
[[nodiscard]] std::vector<std::byte> make_fat_binary(const std::vector<MadeEntry>& entries);
// The text of tests/fixtures/runtime/program.ptx.
[[nodiscard]] std::string program_ptx();

} // namespace warpstage::runtime
