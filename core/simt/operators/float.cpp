// Floating-point operators (PTX ISA, 9.7.3). One line an opcode in the list at the end.
// The files of this folder are compiled without contraction: only fma is fused. Approximate variants (.approx, .full) give the
// correctly rounded result, which is inside the error that PTX allows them.
#include "core/simt/operators/row_loops.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

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
    // One step towards the error where the sum is inexact and its last bit even. Written without branches, to be vectorised;
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

template <typename Mode> struct Add {
    template <typename T> static T apply(T a, T b) { return finished<Mode>(flushed<Mode>(a) + flushed<Mode>(b)); }
};
template <typename Mode> struct Subtract {
    template <typename T> static T apply(T a, T b) { return finished<Mode>(flushed<Mode>(a) - flushed<Mode>(b)); }
};
template <typename Mode> struct Multiply {
    template <typename T> static T apply(T a, T b) { return finished<Mode>(flushed<Mode>(a) * flushed<Mode>(b)); }
};
template <typename Mode> struct FusedMultiplyAdd {
    template <typename T> static T apply(T a, T b, T c)
    {
        return finished<Mode>(fused(flushed<Mode>(a), flushed<Mode>(b), flushed<Mode>(c)));
    }
};
template <typename Mode> struct Divide {
    template <typename T> static T apply(T a, T b) { return finished<Mode>(flushed<Mode>(a) / flushed<Mode>(b)); }
};
template <typename Mode> struct SquareRoot {
    template <typename T> static T apply(T a) { return finished<Mode>(root(flushed<Mode>(a))); }
};
template <typename Mode> struct Reciprocal {
    template <typename T> static T apply(T a) { return finished<Mode>(T { 1 } / flushed<Mode>(a)); }
};
template <typename Mode> struct ReciprocalSquareRoot {
    template <typename T> static T apply(T a) { return finished<Mode>(T { 1 } / root(flushed<Mode>(a))); }
};
template <typename Mode> struct Negate {
    template <typename T> static T apply(T a) { return finished<Mode>(-a); }
};
template <typename Mode> struct Absolute {
    template <typename T> static T apply(T a) { return finished<Mode>(absolute(a)); }
};

template <typename T> struct BitsOf;
template <> struct BitsOf<f32> {
    using Type = u32;
};
template <> struct BitsOf<f64> {
    using Type = u64;
};

// A number wins against NaN, and -0 is smaller than +0 (PTX ISA, 9.7.3.11 and 9.7.3.12). Equal numbers have equal bits but
// for the zeros, so "or" finds the negative one and "and" the positive one.
template <typename Mode> struct Minimum {
    template <typename T> static T apply(T x, T y)
    {
        using Bits = typename BitsOf<T>::Type;
        const T a = flushed<Mode>(x);
        const T b = flushed<Mode>(y);
        const T equal = __builtin_bit_cast(T, __builtin_bit_cast(Bits, a) | __builtin_bit_cast(Bits, b));
        const T number = a == b ? equal : (a < b ? a : b);
        const T one = __builtin_isnan(a) ? b : number;
        const T other = __builtin_isnan(b) ? a : one;
        return __builtin_isnan(other) ? Nan<T>::kValue : other;
    }
};
template <typename Mode> struct Maximum {
    template <typename T> static T apply(T x, T y)
    {
        using Bits = typename BitsOf<T>::Type;
        const T a = flushed<Mode>(x);
        const T b = flushed<Mode>(y);
        const T equal = __builtin_bit_cast(T, __builtin_bit_cast(Bits, a) & __builtin_bit_cast(Bits, b));
        const T number = a == b ? equal : (a > b ? a : b);
        const T one = __builtin_isnan(a) ? b : number;
        const T other = __builtin_isnan(b) ? a : one;
        return __builtin_isnan(other) ? Nan<T>::kValue : other;
    }
};
// .NaN: NaN wins.
template <typename Mode> struct MinimumNan {
    template <typename T> static T apply(T a, T b)
    {
        return !__builtin_isnan(a) && !__builtin_isnan(b) ? Minimum<Mode>::template apply<T>(a, b) : Nan<T>::kValue;
    }
};
template <typename Mode> struct MaximumNan {
    template <typename T> static T apply(T a, T b)
    {
        return !__builtin_isnan(a) && !__builtin_isnan(b) ? Maximum<Mode>::template apply<T>(a, b) : Nan<T>::kValue;
    }
};

#define UNARY(key, Function, T) OPERATOR(key, Unary<Function, T, T>)
#define BINARY(key, Function, T) OPERATOR(key, Binary<Function, T, T, T>)
#define TERNARY(key, Function, T) OPERATOR(key, Ternary<Function, T, T, T>)
#define EACH_FLOAT(LINE, word, Function)                                                                                         \
    LINE(word ".f32", Function<Plain>, f32)                                                                                      \
    LINE(word ".ftz.f32", Function<Ftz>, f32)                                                                                    \
    LINE(word ".f64", Function<Plain>, f64)
#define EACH_SATURATING(LINE, word, Function)                                                                                    \
    EACH_FLOAT(LINE, word, Function)                                                                                             \
    LINE(word ".sat.f32", Function<Sat>, f32)                                                                                    \
    LINE(word ".ftz.sat.f32", Function<FtzSat>, f32)

// clang-format off
    constexpr Operator kOperators[] = {
        EACH_SATURATING(BINARY, "add", Add)
        EACH_SATURATING(BINARY, "sub", Subtract)
        EACH_SATURATING(BINARY, "mul", Multiply)
        EACH_SATURATING(TERNARY, "fma", FusedMultiplyAdd)
        EACH_SATURATING(TERNARY, "mad", FusedMultiplyAdd)
        EACH_FLOAT(BINARY, "div", Divide)
        EACH_FLOAT(UNARY, "sqrt", SquareRoot)
        EACH_FLOAT(UNARY, "rcp", Reciprocal)
        EACH_FLOAT(UNARY, "rsqrt", ReciprocalSquareRoot)
        EACH_FLOAT(UNARY, "neg", Negate)
        EACH_FLOAT(UNARY, "abs", Absolute)
        EACH_FLOAT(BINARY, "min", Minimum)
        EACH_FLOAT(BINARY, "max", Maximum)
        BINARY("min.NaN.f32", MinimumNan<Plain>, f32)
        BINARY("max.NaN.f32", MaximumNan<Plain>, f32)
        BINARY("min.ftz.NaN.f32", MinimumNan<Ftz>, f32)
        BINARY("max.ftz.NaN.f32", MaximumNan<Ftz>, f32)
    };
// clang-format on

} // namespace

OperatorList float_operators()
{
    return { kOperators, sizeof(kOperators) / sizeof(kOperators[0]) };
}

} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET
