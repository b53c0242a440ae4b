// The number of threads that hide the latency of an arithmetic instruction (read-after-write latency of registers).
#pragma once

#include "core/arch/timing/timing.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace warpstage::arch {

// Units for 32-bit floating-point arithmetic per multiprocessor. A measured rate is slightly below their number and is rounded up
// to a multiple of 32.
[[nodiscard]] inline double float_units(const Timing& timing)
{
    const Figure& lanes = timing.pipes[static_cast<std::size_t>(Pipe::float32)].lanes;
    constexpr double kWarp = Limits::kWarpSize;
    return lanes.source == Source::measured ? kWarp * std::ceil(lanes.value / kWarp) : lanes.value;
}

struct LatencyCover {
    double cycles = 0.0; // from issue until an instruction that needs the result can issue
    double lanes = 0.0; // threads per cycle and multiprocessor, for instructions that cannot dual-issue
    std::uint32_t threads = 0; // resident threads, each with one chain of dependent multiply-adds
};

// Little's law: latency times throughput, in whole warps. CUDA C Best Practices Guide 4.1, "Register Dependencies": about 24
// cycles, so 192 threads on CC 1.x and as many as 768 on CC 2.0.
[[nodiscard]] inline LatencyCover register_latency_cover(const Timing& timing)
{
    constexpr double kWarp = Limits::kWarpSize;
    const double cycles = timing.pipes[static_cast<std::size_t>(Pipe::float32)].latency.value;
    const double lanes = std::min(float_units(timing), kWarp * timing.schedulers.value);
    return { cycles, lanes, static_cast<std::uint32_t>(kWarp * std::ceil(cycles * lanes / kWarp)) };
}

} // namespace warpstage::arch
