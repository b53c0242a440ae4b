// Random kernels for the comparison of two builds of the interpreter: arithmetic, comparisons, conversions and accesses to memory
// of many patterns, in branches and loops.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::simt {

// Buffers of the kernel `k`, in the order of its parameters.
struct RandomKernel {
    std::string text;
    std::vector<std::byte> numbers; // read
    std::vector<std::byte> patterns; // read: offsets of the lanes' accesses
    std::size_t area_bytes = 0; // of two buffers that are read and written
    std::size_t out_bytes = 0; // all registers of each thread at its end
};

inline constexpr std::uint32_t kMaxRandomThreads = 256; // of the grid

// `instructions`: about this many. The same seed gives the same kernel.
[[nodiscard]] RandomKernel random_kernel(std::uint64_t seed, unsigned instructions);

} // namespace warpstage::simt
