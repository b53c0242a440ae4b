// The PTX in a fat binary, the container in which nvcc embeds device code into a program.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace warpstage::runtime {

struct FatBinaryEntry {
    enum class Kind : std::uint8_t { ptx, machine_code };
    Kind kind = Kind::ptx;
    std::uint32_t architecture = 0; // 80: compute_80 or sm_80
    enum class Compression : std::uint8_t { none, lz4, zstd };
    Compression compression = Compression::none;
    std::span<const std::byte> payload; // in the container, compressed or not
    std::uint64_t text_bytes = 0; // of the uncompressed payload
};

// Whether the data is such a wrapper, not a container.
[[nodiscard]] bool is_fat_binary_wrapper(const void* data);

// The containers of a registration: `wrapper` is the argument of __cudaRegisterFatBinary.
[[nodiscard]] std::vector<const std::byte*> registered_containers(const void* wrapper);

// The number of bytes of the container that starts at `data`, from its header. Errors: no fat binary.
[[nodiscard]] Result<std::size_t> fat_binary_bytes(const std::byte* data);

// The entries of the container in their order; those of other kinds are left out. Errors: a damaged container.
[[nodiscard]] Result<std::vector<FatBinaryEntry>> fat_binary_entries(std::span<const std::byte> container);

// The PTX with the highest architecture that is not above `architecture` (90: compute capability 9.0), uncompressed. Of several
// for the same architecture: that for this device only (sm_90a), else for its family (sm_100f), else for all later ones; PTX for
// another device or family is not used. Errors: none, with the architectures that the container has and what to do; damaged
// compressed data.
[[nodiscard]] Result<std::string> best_ptx(std::span<const FatBinaryEntry> entries, std::uint32_t architecture);

} // namespace warpstage::runtime
