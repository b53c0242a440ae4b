// How fast L2 executes the atomic operations of all warps of a launch, which may meet on few sectors, as those of a histogram.
#pragma once

#include "core/arch/timing/timing.h"
#include "core/base/dim3.h"
#include "core/timing/block_stream.h"

#include <cstdint>
#include <map>
#include <span>

namespace warpstage::timing {

// Turns per cycle for one multiprocessor; see MemoryUse::turns. 0: contention is not modeled.
struct AtomicRates {
    double turns = 0.0;
    double float_turns = 0.0; // of additions of floating point numbers
};

// L2 consists of slices. An address belongs to one of them, which executes one atomic operation of a warp on one sector at a
// time, and operations on the same word wait for each other. So the rate is limited by the number of sectors that the launch
// updates, and by the number of slices that these are in. Both follow from the sampled blocks: if they update the same sectors,
// so does the grid. Measured on an H200 (tests/timing/device, subject contention): neighboring lines reach 1, 1, 2, 2 and 4
// slices for 1, 2, 4, 8 and 16 lines; more lines, in pieces of 256 bytes, are distributed as if at random, and the fullest slice
// limits the rate.
[[nodiscard]] AtomicRates atomic_rates(
    std::span<const BlockStream> streams, std::uint64_t blocks, double sharing, const arch::DeviceMemoryTiming& device);

// Compare-and-swap operations that are repeated until they succeed.
struct RetryRates {
    double successes = 0.0; // per cycle for one multiprocessor; see MemoryUse::retried. 0: there are none
    double contenders = 1.0; // requests that try to change the same word until one of them succeeds
};

// A word changes once per latency of an atomic operation, because all requests that were on their way have compared with its old
// value: they fail and come again. So a success takes a latency divided by the number of words, or the turns of all contenders in
// their slices. The words follow from the sampled blocks (`sampled`: their linear indices, the first is block 0), as those that
// share data in regions_of(). `resident_warps`: on the whole GPU.
[[nodiscard]] RetryRates retry_rates(std::span<const BlockStream> streams, std::span<const std::uint64_t> sampled,
    const Dim3& grid, double resident_warps, double sharing, const arch::DeviceMemoryTiming& device);

// Stores of all warps to a few sectors, as a flag that every thread may set: sectors stored per cycle for one multiprocessor, by
// program counter. A slice stores to a sector as fast as it executes atomic operations on it (assumed for stores with other
// accesses between them: an H200 executes 20 stores of warps to one word per ns if the warps do nothing else, `measure_gpu
// contention`). Without the stores that reach most slices.
[[nodiscard]] std::map<std::uint32_t, double> hot_stores(
    std::span<const BlockStream> streams, std::uint64_t blocks, double sharing, const arch::DeviceMemoryTiming& device);

// Slices that work at the same time for this number of lines of 128 bytes.
[[nodiscard]] double slices_reached(double lines, double slices);

} // namespace warpstage::timing
