// The timings of each generation, and common definitions of their files.
#pragma once

#include "core/arch/timing/timing.h"

#include <vector>

namespace warpstage::arch {

// Oldest first.
[[nodiscard]] std::vector<Timing> tesla_timings(); // CC 1.0 to 1.3
[[nodiscard]] std::vector<Timing> fermi_timings();
[[nodiscard]] std::vector<Timing> kepler_timings();
[[nodiscard]] std::vector<Timing> maxwell_timings(); // CC 5.x and 6.x
[[nodiscard]] std::vector<Timing> volta_timings(); // CC 7.x
[[nodiscard]] std::vector<Timing> ampere_timings(); // CC 8.x
[[nodiscard]] std::vector<Timing> hopper_timings();
[[nodiscard]] std::vector<Timing> blackwell_timings(); // CC 10.x and 12.x

[[nodiscard]] inline PipeTiming& pipe_of(Timing& timing, Pipe pipe)
{
    return timing.pipes[static_cast<std::size_t>(pipe)];
}

// An mma without tensor cores: the 2048 multiply-adds of a 16x8x16 product on the fp32 units.
[[nodiscard]] constexpr PipeTiming product_without_tensor_cores(double float32_lanes)
{
    return { { 2048 / float32_lanes, Source::assumed }, { 32 * float32_lanes / 2048, Source::assumed } };
}

// Before CC 3.0 lanes exchange values with a store to and a load from shared memory.
[[nodiscard]] constexpr PipeTiming shuffle_through_shared_memory(Figure shared_latency, Figure shared_lanes)
{
    return { { 2 * shared_latency.value, Source::assumed }, { shared_lanes.value / 2, Source::assumed } };
}

} // namespace warpstage::arch
