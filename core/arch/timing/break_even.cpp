#include "core/arch/timing/break_even.h"

#include "core/arch/timing/latency_cover.h"

namespace warpstage::arch {

BreakEven break_even(const Gpu& gpu)
{
    if (gpu.clock_megahertz == 0 || gpu.memory_gigabytes_per_second == 0)
        return {};
    const double lanes = float_units(timing_of(gpu.capability));
    const double instructions_per_second = lanes * gpu.multiprocessors * gpu.clock_megahertz * 1e6;
    const double floats_per_second = gpu.memory_gigabytes_per_second * 1e9 / sizeof(float);
    const double instructions = instructions_per_second / floats_per_second;
    return { 2 * instructions, gpu.capability.major == 1 ? 3 * instructions : 0.0 };
}

} // namespace warpstage::arch
