// Minimum and maximum of floating-point numbers, and operators on the parts of a number: copysign, testp, slct (PTX ISA, 9.7.3,
// 9.7.7).
#include "core/simt/operators/float_modes.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

// The result is the number if one operand is NaN, and -0 is smaller than +0 (PTX ISA, 9.7.3.11 and 9.7.3.12). Equal numbers have
// equal bits except for zeros, so "or" selects the negative zero and "and" the positive one.
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
// .NaN: the result is NaN if an operand is.
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

// .xorsign.abs: minimum or maximum of the magnitudes, with the sign of the product.
template <typename Function> struct OfMagnitudes {
    template <typename T> static T apply(T a, T b)
    {
        using Bits = typename BitsOf<T>::Type;
        const Bits signs = __builtin_bit_cast(Bits, a) ^ __builtin_bit_cast(Bits, b);
        const T magnitude = Function::template apply<T>(absolute(a), absolute(b));
        const Bits sign = static_cast<Bits>(signs & ~(~Bits { 0 } >> 1U));
        const T result = __builtin_bit_cast(T, static_cast<Bits>(__builtin_bit_cast(Bits, magnitude) | sign));
        return __builtin_isnan(magnitude) ? Nan<T>::kValue : result;
    }
};

// "copysign d, a, b": the value of b with the sign of a.
struct CopySign {
    template <typename Bits> static Bits apply(Bits a, Bits b)
    {
        constexpr Bits kMagnitude = ~Bits { 0 } >> 1U;
        return (b & kMagnitude) | (a & ~kMagnitude);
    }
};

// "slct d, a, b, c": a if c >= 0; true for -0, false for NaN (PTX ISA, 9.7.7.3).
struct SelectBySign {
    template <typename T, typename C> static T apply(T a, T b, C c) { return c >= C { 0 } ? a : b; }
};
struct SelectBySignFlushed {
    template <typename T> static T apply(T a, T b, f32 c) { return flushed<Ftz>(c) >= 0.0F ? a : b; }
};

template <typename Function, typename T> struct Test {
    static constexpr u8 kSizes[4] = { kPredicateSize, sizeof(T), 0, 0 };

    static bool full(WarpState& state, const Operation& operation)
    {
        const T* a = row<T>(state, operation.a);
        LaneMask bits = 0;
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            bits |= Function::template apply<T>(a[lane]) ? LaneMask { 1 } << lane : LaneMask { 0 };
        write_predicate(state, operation.d, bits);
        return true;
    }
    static bool masked(WarpState& state, const Operation& operation) { return full(state, operation); }
};
template <typename T> struct Least; // normal number
template <> struct Least<f32> {
    static constexpr f32 kNormal = __FLT_MIN__;
};
template <> struct Least<f64> {
    static constexpr f64 kNormal = __DBL_MIN__;
};
struct IsFinite {
    template <typename T> static bool apply(T a) { return absolute(a) < T(__builtin_inf()); }
};
struct IsInfinite {
    template <typename T> static bool apply(T a) { return absolute(a) == T(__builtin_inf()); }
};
struct IsNumber {
    template <typename T> static bool apply(T a) { return !__builtin_isnan(a); }
};
struct IsNotANumber {
    template <typename T> static bool apply(T a) { return __builtin_isnan(a); }
};
// Zero counts as normal (PTX ISA, 9.7.3.1).
struct IsNormal {
    template <typename T> static bool apply(T a)
    {
        return a == T { 0 } || (absolute(a) >= Least<T>::kNormal && absolute(a) < T(__builtin_inf()));
    }
};
struct IsSubnormal {
    template <typename T> static bool apply(T a) { return a != T { 0 } && absolute(a) < Least<T>::kNormal; }
};

#define BINARY(key, Function, T) OPERATOR(key, Binary<Function, T, T, T>)
#define EXTREMES(word, Function)                                                                                                 \
    BINARY(word ".f32", Function<Plain>, f32)                                                                                    \
    BINARY(word ".ftz.f32", Function<Ftz>, f32)                                                                                  \
    BINARY(word ".f64", Function<Plain>, f64)                                                                                    \
    BINARY(word ".NaN.f32", Function##Nan<Plain>, f32)                                                                           \
    BINARY(word ".ftz.NaN.f32", Function##Nan<Ftz>, f32)                                                                         \
    BINARY(word ".xorsign.abs.f32", OfMagnitudes<Function<Plain>>, f32)                                                          \
    BINARY(word ".ftz.xorsign.abs.f32", OfMagnitudes<Function<Ftz>>, f32)                                                        \
    BINARY(word ".NaN.xorsign.abs.f32", OfMagnitudes<Function##Nan<Plain>>, f32)                                                 \
    BINARY(word ".ftz.NaN.xorsign.abs.f32", OfMagnitudes<Function##Nan<Ftz>>, f32)
#define TEST(word, Function)                                                                                                     \
    OPERATOR("testp." word ".f32", Test<Function, f32>)                                                                          \
    OPERATOR("testp." word ".f64", Test<Function, f64>)
#define SELECT(word, T)                                                                                                          \
    OPERATOR("slct." word ".s32", TernaryOf<SelectBySign, T, T, T, s32>)                                                         \
    OPERATOR("slct." word ".f32", TernaryOf<SelectBySign, T, T, T, f32>)                                                         \
    OPERATOR("slct.ftz." word ".f32", TernaryOf<SelectBySignFlushed, T, T, T, f32>)

// clang-format off
    constexpr Operator kOperators[] = {
        EXTREMES("min", Minimum)
        EXTREMES("max", Maximum)
        BINARY("copysign.f32", CopySign, u32)
        BINARY("copysign.f64", CopySign, u64)
        TEST("finite", IsFinite)
        TEST("infinite", IsInfinite)
        TEST("number", IsNumber)
        TEST("notanumber", IsNotANumber)
        TEST("normal", IsNormal)
        TEST("subnormal", IsSubnormal)
        SELECT("b16", u16) SELECT("u16", u16) SELECT("s16", u16)
        SELECT("b32", u32) SELECT("u32", u32) SELECT("s32", u32) SELECT("f32", u32)
        SELECT("b64", u64) SELECT("u64", u64) SELECT("s64", u64) SELECT("f64", u64)
    };
// clang-format on

} // namespace

OperatorList float_part_operators()
{
    return { kOperators, sizeof(kOperators) / sizeof(kOperators[0]) };
}

} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET
