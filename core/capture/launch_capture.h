// Stores one launch: the memory that it can reach before it runs, and what has changed after it has run.
#pragma once

#include "core/capture/captured_launch.h"
#include "core/capture/reachable.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

namespace warpstage::capture {

// The device of the launch.
struct CaptureSource {
    std::vector<MemoryRange> memory; // all that kernels can access, sorted by address
    std::vector<MemoryRange> variables; // those that the kernel names; a `__constant__` variable has the address 0
    std::vector<CapturedTexture> textures; // in the order of their handles
    std::uint64_t first_texture = 0; // handle of the first one
    // Copies the content; false: it cannot be read.
    std::function<bool(const MemoryRange& range, std::span<std::byte> content)> read;
};

class LaunchCapture {
public:
    // Reads and writes the memory before the launch. `launch` has its shape, parameters and names; `budget`: bytes that may still
    // be stored, from which those of this launch are taken. Memory that exceeds it is left out.
    LaunchCapture(CapturedLaunch launch, CaptureSource source, std::filesystem::path folder, std::uint64_t& budget);

    // Reads the memory after the launch and writes what has changed. `fault`: the kind of the fault with which it ended, or
    // empty. Errors: a file that cannot be written.
    [[nodiscard]] Result<void> finish(const std::string& fault);

private:
    [[nodiscard]] std::span<const std::byte> take(const MemoryRange& range);
    [[nodiscard]] std::string store(std::span<const std::byte> bytes, const std::string& name);

    struct Taken {
        MemoryRange range;
        std::vector<std::byte> before;
    };

    CapturedLaunch m_launch;
    CaptureSource m_source;
    std::filesystem::path m_folder;
    std::uint64_t& m_budget;
    std::vector<Taken> m_taken; // with the index of CapturedLaunch::memory
    bool m_uses_textures = false;
    Result<void> m_written {}; // the first error
};

} // namespace warpstage::capture
