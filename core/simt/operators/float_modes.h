// What floating-point operators share: the canonical NaN, .ftz and .sat, fused multiplication.
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

// The NaN that every result is: a GPU does not keep the payload of single-precision NaNs (PTX ISA, 9.7.3), and
// x86 processors choose differently from one instruction to the next, which would let the builds differ.
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

// .ftz: subnormal numbers become zero of the same sign.
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
        // Written so that NaN becomes +0, as .sat demands.
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
// Processors without a fused operation: the product is exact in double precision, and the sum is rounded to odd there, after
// which rounding to single precision gives the right result. Source: Boldo, Melquiond, "Emulation of FMA and Correctly
// Rounded Sums: Proved Algorithms Using Rounding to Odd" (IEEE Transactions on Computers, 2008).
inline f32 fused(f32 a, f32 b, f32 c)
{
    const f64 product = static_cast<f64>(a) * static_cast<f64>(b);
    const f64 addend = static_cast<f64>(c);
    const f64 sum = product + addend;
    const f64 part = sum - product;
    const f64 error = (product - (sum - part)) + (addend - part);
    // One step towards the error where the sum is inexact and its last bit even. Written without branches, to be vectorized;
    // an error that is NaN belongs to an infinite sum or NaN.
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

} // namespace
} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET
