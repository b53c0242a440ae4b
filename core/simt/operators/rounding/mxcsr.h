// Directed rounding by the processor: the mode of x86-64's SSE instructions is set while a loop runs.
#pragma once

#include "core/simt/operators/row_loops.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

// Values of the rounding control field, bits 13 and 14 of MXCSR ("AMD64 Architecture Programmer's Manual", volume 1, 4.2.2).
enum class Direction : u32 { down = 1, up = 2, towards_zero = 3 };

// The assembly's memory clobber keeps the loop, which accesses rows in memory, between setting and resetting the mode.
class RoundingControl {
public:
    explicit RoundingControl(Direction direction)
    {
        __asm__ volatile("stmxcsr %0" : "=m"(m_before)::"memory");
        constexpr u32 kField = 3U << 13U;
        const u32 control = (m_before & ~kField) | static_cast<u32>(direction) << 13U;
        __asm__ volatile("ldmxcsr %0" ::"m"(control) : "memory");
    }
    RoundingControl(const RoundingControl&) = delete;
    RoundingControl& operator=(const RoundingControl&) = delete;
    ~RoundingControl() { __asm__ volatile("ldmxcsr %0" ::"m"(m_before) : "memory"); }

private:
    u32 m_before = 0;
};

// While a RoundingControl of this direction exists.
template <Direction> struct Rounded {
    template <typename T> static T add(T a, T b) { return a + b; }
    template <typename T> static T multiply(T a, T b) { return a * b; }
    template <typename T> static T divide(T a, T b) { return a / b; }
    // Without a fused operation of the processor this is the C library's function, which follows the rounding mode; the one in
    // float_modes.h requires rounding to nearest.
    static f32 fused(f32 a, f32 b, f32 c) { return __builtin_fmaf(a, b, c); }
    static f64 fused(f64 a, f64 b, f64 c) { return __builtin_fma(a, b, c); }
    static f32 root(f32 a) { return __builtin_sqrtf(a); }
    static f64 root(f64 a) { return __builtin_sqrt(a); }
};

} // namespace
} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET
