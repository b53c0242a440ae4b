// Common parts of floating-point operators: the canonical NaN, .ftz and .sat, fused multiplication, elementary functions.
// The files of this folder are compiled without contraction: only fma is fused.
#pragma once

#include "core/simt/operators/row_loops.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

template <typename T> struct BitsOf;
template <> struct BitsOf<f32> {
    using Type = u32;
};
template <> struct BitsOf<f64> {
    using Type = u64;
};

// The NaN of every result: a GPU does not keep the payload of single-precision NaNs (PTX ISA, 9.7.3), and x86 instructions choose
// the payload differently, so the builds could otherwise disagree.
template <typename T> struct Nan;
template <> struct Nan<f32> {
    static constexpr f32 kValue = __builtin_bit_cast(f32, u32 { 0x7fff'ffff });
};
template <> struct Nan<f64> {
    static constexpr f64 kValue = __builtin_bit_cast(f64, u64 { 0xfff8'0000'0000'0000 });
};

inline f32 absolute(f32 a)
{
    return __builtin_fabsf(a);
}
inline f64 absolute(f64 a)
{
    return __builtin_fabs(a);
}

struct Plain {
    static constexpr bool kFlush = false;
    static constexpr bool kSaturate = false;
};
struct Ftz {
    static constexpr bool kFlush = true;
    static constexpr bool kSaturate = false;
};
struct Sat {
    static constexpr bool kFlush = false;
    static constexpr bool kSaturate = true;
};
struct FtzSat {
    static constexpr bool kFlush = true;
    static constexpr bool kSaturate = true;
};

// .ftz: a subnormal number becomes zero of the same sign.
template <typename Mode, typename T> T flushed(T a)
{
    if constexpr (Mode::kFlush)
        return absolute(a) < __FLT_MIN__ ? __builtin_copysignf(0.0F, a) : a;
    else
        return a;
}

template <typename Mode, typename T> T finished(T result)
{
    if constexpr (Mode::kSaturate) {
        // Written so that NaN becomes +0, as .sat requires.
        const T positive = result > T { 0 } ? result : T { 0 };
        return flushed<Mode>(positive < T { 1 } ? positive : T { 1 });
    } else {
        return flushed<Mode>(__builtin_isnan(result) ? Nan<T>::kValue : result);
    }
}

#if defined(__FMA__)
inline f32 fused(f32 a, f32 b, f32 c)
{
    return __builtin_fmaf(a, b, c);
}
#else
// For processors without a fused operation: the product is exact in double precision, and the sum is rounded to odd there, after
// which rounding to single precision gives the right result. Source: Boldo, Melquiond, "Emulation of FMA and Correctly
// Rounded Sums: Proved Algorithms Using Rounding to Odd" (IEEE Transactions on Computers, 2008).
inline f32 fused(f32 a, f32 b, f32 c)
{
    const f64 product = static_cast<f64>(a) * static_cast<f64>(b);
    const f64 addend = static_cast<f64>(c);
    const f64 sum = product + addend;
    const f64 part = sum - product;
    const f64 error = (product - (sum - part)) + (addend - part);
    // One step toward the error if the sum is inexact and its last bit is even. Written without branches for vectorization; an
    // error that is NaN belongs to a sum that is infinite or NaN.
    const u64 bits = __builtin_bit_cast(u64, sum);
    const u64 away = (__builtin_bit_cast(u64, error) ^ bits) >> 63;
    const u64 step = ((bits & 1) - 1) & (1 - 2 * away);
    return static_cast<f32>(__builtin_bit_cast(f64, bits + (__builtin_fabs(error) > 0.0 ? step : 0)));
}
#endif
inline f64 fused(f64 a, f64 b, f64 c)
{
    return __builtin_fma(a, b, c);
}
inline f32 root(f32 a)
{
    return __builtin_sqrtf(a);
}
inline f64 root(f64 a)
{
    return __builtin_sqrt(a);
}

// Elementary functions in double precision, written so that their loops vectorize and every build computes the same bits. Their
// error is far below single precision, so the rounded result is practically exact.

// Adding and subtracting 1.5 * 2^52 leaves the nearest integer.
inline constexpr f64 kWholeMagic = 6755399441055744.0;

// 2^x for |x| < 1000; otherwise 0 or infinity, unspecified for NaN.
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
    // The integer is in the low bits of `shifted`; it becomes the exponent.
    const u64 exponent = __builtin_bit_cast(u64, shifted) << 52U;
    return __builtin_bit_cast(f64, __builtin_bit_cast(u64, sum) + exponent);
}

// The binary logarithm of a positive normal number.
[[gnu::always_inline]] inline f64 binary_logarithm(f64 x)
{
    // x = 2^exponent * m with m between sqrt(1/2) and sqrt(2).
    constexpr u64 kRootOfHalf = 0x3fe6'a09e'667f'3bcd;
    const u64 bits = __builtin_bit_cast(u64, x) - kRootOfHalf;
    const u64 biased = (bits >> 52U) + 2048; // positive also for numbers below 1, whose difference wrapped around
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

// The sine of `turns` full turns, reduced to the fraction between -1/2 and 1/2: |turns| < 2^51.
[[gnu::always_inline]] inline f64 sine_of_turns(f64 turns)
{
    const f64 part = turns - ((turns + kWholeMagic) - kWholeMagic);
    // The sine of the angle to the nearest half turn: sin(pi - x) = sin x.
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
