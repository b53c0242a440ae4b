// How fast L2 executes the atomic operations of all warps of a launch, which may meet on few sectors, as those of a histogram.
#pragma once

#include "core/arch/timing/timing.h"
#include "core/timing/block_stream.h"

#include <cstdint>
#include <span>

namespace warpstage::timing {

// Turns per cycle for one multiprocessor, if all active ones do the same; see MemoryUse::turns. 0: contention is not modeled.
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
    std::span<const BlockStream> streams, std::uint64_t blocks, std::uint32_t active, const arch::DeviceMemoryTiming& device);

// Slices that work at the same time for this number of lines of 128 bytes.
[[nodiscard]] double slices_reached(double lines, double slices);

} // namespace warpstage::timing
