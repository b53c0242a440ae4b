// Arithmetic intensity at which a kernel becomes compute-bound instead of memory-bound.
#pragma once

#include "core/arch/gpus.h"

namespace warpstage::arch {

// 32-bit floating-point operations for each float of DRAM traffic at which both take the same time, at the published clock and
// bandwidth. A multiply-add counts as two. 0: not published.
struct BreakEven {
    double flops_per_float = 0.0;
    // CC 1.x: with the multiplication that the special function units can issue in parallel to a multiply-add, as in NVIDIA's
    // peak rates of these GPUs (518 GFLOP/s of a GeForce 8800 GTX, 933 of a GTX 280). 0: other compute capabilities.
    double with_special_multiply = 0.0;
};

[[nodiscard]] BreakEven break_even(const Gpu& gpu);

} // namespace warpstage::arch
