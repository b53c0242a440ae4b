// Elementary functions in double precision, written so that loops of them vectorize and every build gives the same bits. Their
// error is far below single precision, so what is rounded from them is as good as exact.
#pragma once

#include "core/simt/operators/row_loops.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

// Adding and subtracting 1.5 * 2^52 leaves the nearest whole number.
inline constexpr f64 kWholeMagic = 6755399441055744.0;

// 2^x for |x| < 1000; others give 0 or infinity, NaN gives something.
[[gnu::always_inline]] inline f64 power_of_two(f64 x)
{
    const f64 inside = x < 1000.0 ? (x > -1000.0 ? x : -1000.0) : 1000.0;
    const f64 shifted = inside + kWholeMagic;
    const f64 rest = (inside - (shifted - kWholeMagic)) * 0.69314718055994530942; // times ln 2: at most 0.347
    // Taylor's series of e^rest; the first term left out is below 2e-14.
    f64 sum = 1.0 / 39916800.0;
    sum = sum * rest + 1.0 / 3628800.0;
    sum = sum * rest + 1.0 / 362880.0;
    sum = sum * rest + 1.0 / 40320.0;
    sum = sum * rest + 1.0 / 5040.0;
    sum = sum * rest + 1.0 / 720.0;
    sum = sum * rest + 1.0 / 120.0;
    sum = sum * rest + 1.0 / 24.0;
    sum = sum * rest + 1.0 / 6.0;
    sum = sum * rest + 0.5;
    sum = sum * rest + 1.0;
    sum = sum * rest + 1.0;
    // The whole number stands in the low bits of `shifted`; it goes into the exponent.
    const u64 exponent = __builtin_bit_cast(u64, shifted) << 52U;
    return __builtin_bit_cast(f64, __builtin_bit_cast(u64, sum) + exponent);
}

// The binary logarithm of a positive normal number.
[[gnu::always_inline]] inline f64 binary_logarithm(f64 x)
{
    // x = 2^exponent * m with m between sqrt(1/2) and sqrt(2).
    constexpr u64 kRootOfHalf = 0x3fe6'a09e'667f'3bcd;
    const u64 bits = __builtin_bit_cast(u64, x) - kRootOfHalf;
    const u64 biased = (bits >> 52U) + 2048; // positive, also for numbers below 1, whose difference wrapped around
    const u64 wrapped = biased & 0xfffU;
    const f64 exponent = __builtin_bit_cast(f64, wrapped | 0x4330'0000'0000'0000U) - 4503599627370496.0 - 2048.0;
    const f64 m = __builtin_bit_cast(f64, (bits & 0x000f'ffff'ffff'ffffU) + kRootOfHalf);
    // ln m = 2 artanh s; s is at most 0.172 and the first term left out below 1e-14.
    const f64 s = (m - 1.0) / (m + 1.0);
    const f64 square = s * s;
    f64 sum = 1.0 / 17.0;
    sum = sum * square + 1.0 / 15.0;
    sum = sum * square + 1.0 / 13.0;
    sum = sum * square + 1.0 / 11.0;
    sum = sum * square + 1.0 / 9.0;
    sum = sum * square + 1.0 / 7.0;
    sum = sum * square + 1.0 / 5.0;
    sum = sum * square + 1.0 / 3.0;
    sum = sum * square + 1.0;
    return exponent + 2.8853900817779268147 * s * sum; // 2 / ln 2
}

// The sine of `turns` full circles, of which only the part between -1/2 and 1/2 counts: |turns| < 2^51.
[[gnu::always_inline]] inline f64 sine_of_turns(f64 turns)
{
    const f64 part = turns - ((turns + kWholeMagic) - kWholeMagic);
    // The sine of the angle to the nearest half circle: sin(pi - x) = sin x.
    const f64 folded = part > 0.25 ? 0.5 - part : (part < -0.25 ? -0.5 - part : part);
    const f64 x = folded * 6.2831853071795864769;
    const f64 square = x * x;
    // Taylor's series; the first term left out is below 1e-11.
    f64 sum = 1.0 / 6227020800.0;
    sum = sum * square - 1.0 / 39916800.0;
    sum = sum * square + 1.0 / 362880.0;
    sum = sum * square - 1.0 / 5040.0;
    sum = sum * square + 1.0 / 120.0;
    sum = sum * square - 1.0 / 6.0;
    return x + x * square * sum;
}

[[gnu::always_inline]] inline f64 hyperbolic_tangent(f64 x)
{
    const f64 magnitude = __builtin_fabs(x);
    const f64 power = power_of_two(-2.8853900817779268147 * magnitude); // e^(-2|x|)
    const f64 result = magnitude < 1e-4 ? magnitude : (1.0 - power) / (1.0 + power);
    return __builtin_copysign(result, x);
}

} // namespace
} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET
