// The approximate functions of single precision, and the special rules of PTX for approximate division and for reciprocals of
// doubles (PTX ISA, 9.7.3.8 and 9.7.3.15 to 9.7.3.22). Results are correctly rounded, which is within the error that PTX allows.
#include "core/simt/operators/float_modes.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

template <typename Mode> struct PowerOfTwo {
    template <typename T> static T apply(T a)
    {
        const T x = flushed<Mode>(a);
        return __builtin_isnan(x) ? Nan<T>::kValue : flushed<Mode>(static_cast<T>(power_of_two(static_cast<f64>(x))));
    }
};
template <typename Mode> struct BinaryLogarithm {
    template <typename T> static T apply(T a)
    {
        const T x = flushed<Mode>(a);
        const T positive = flushed<Mode>(static_cast<T>(binary_logarithm(static_cast<f64>(x))));
        const T finite = x < T(__builtin_inf()) ? positive : x;
        const T number = x == T { 0 } ? T(-__builtin_inf()) : finite;
        return x >= T { 0 } ? number : Nan<T>::kValue;
    }
};

// The angle times 1/(2 pi), rounded toward zero, and the sine of that many full turns. Compilers for Volta and later are believed
// to emit this (a multiplication .rz before MUFU.SIN; not documented), so far from 0 the result has the same error as on a GPU.
// 0x3e22f983 is 1/(2 pi) in single precision.
inline f64 turns_of(f32 angle)
{
    const f64 exact = static_cast<f64>(angle) * static_cast<f64>(__builtin_bit_cast(f32, u32 { 0x3e22'f983 }));
    constexpr u64 kBehindSingle = (u64 { 1 } << 29U) - 1;
    return __builtin_bit_cast(f64, __builtin_bit_cast(u64, exact) & ~kBehindSingle);
}
// From 2^23 on, all numbers of turns are integers.
inline f64 in_reach(f64 turns)
{
    return __builtin_fabs(turns) < 8388608.0 ? turns : 0.0;
}
template <typename Mode> struct Sine {
    template <typename T> static T apply(T a)
    {
        const T x = flushed<Mode>(a);
        const T result = flushed<Mode>(static_cast<T>(sine_of_turns(in_reach(turns_of(x)))));
        const T signed_zero = x == T { 0 } ? x : result;
        return absolute(x) < T(__builtin_inf()) ? signed_zero : Nan<T>::kValue;
    }
};
template <typename Mode> struct Cosine {
    template <typename T> static T apply(T a)
    {
        const T x = flushed<Mode>(a);
        const T result = flushed<Mode>(static_cast<T>(sine_of_turns(in_reach(turns_of(x)) + 0.25)));
        return absolute(x) < T(__builtin_inf()) ? result : Nan<T>::kValue;
    }
};
struct HyperbolicTangent {
    template <typename T> static T apply(T a)
    {
        return __builtin_isnan(a) ? Nan<T>::kValue : static_cast<T>(hyperbolic_tangent(static_cast<f64>(a)));
    }
};

// a * (1 / b): for divisors beyond 2^126 the reciprocal is 0 (PTX ISA, 9.7.3.8).
template <typename Mode> struct DivideApproximately {
    template <typename T> static T apply(T a, T b)
    {
        const T x = flushed<Mode>(a);
        const T y = flushed<Mode>(b);
        const bool beyond = absolute(y) > 0x1p126F && absolute(y) < T(__builtin_inf());
        return finished<Mode>(beyond ? x * __builtin_copysignf(0.0F, y) : x / y);
    }
};

// .approx.ftz.f64 uses the high word of its operand and produces a high word; the low word is 0.
constexpr u64 kHighWord = 0xffff'ffff'0000'0000;
inline f64 high_word(f64 a)
{
    const f64 kept = __builtin_bit_cast(f64, __builtin_bit_cast(u64, a) & kHighWord);
    return absolute(kept) < __DBL_MIN__ ? __builtin_copysign(0.0, kept) : kept;
}
inline f64 rounded_to_high_word(f64 a)
{
    const bool changes = absolute(a) < __builtin_inf();
    return high_word(__builtin_bit_cast(f64, __builtin_bit_cast(u64, a) + (changes ? 0x8000'0000U : 0U)));
}
struct ReciprocalOfHighWord {
    template <typename T> static T apply(T a)
    {
        return __builtin_isnan(a) ? Nan<T>::kValue : rounded_to_high_word(1.0 / high_word(a));
    }
};
struct ReciprocalRootOfHighWord {
    template <typename T> static T apply(T a)
    {
        const T x = high_word(a);
        return x >= T { 0 } || x == T { 0 } ? rounded_to_high_word(1.0 / root(x)) : Nan<T>::kValue;
    }
};

#define UNARY(key, Function, T) OPERATOR(key, Unary<Function, T, T>)
#define EACH_MODE(word, Function)                                                                                                \
    UNARY(word ".approx.f32", Function<Plain>, f32)                                                                              \
    UNARY(word ".approx.ftz.f32", Function<Ftz>, f32)

// clang-format off
    constexpr Operator kOperators[] = {
        EACH_MODE("ex2", PowerOfTwo)
        EACH_MODE("lg2", BinaryLogarithm)
        EACH_MODE("sin", Sine)
        EACH_MODE("cos", Cosine)
        UNARY("tanh.approx.f32", HyperbolicTangent, f32)
        OPERATOR("div.approx.f32", Binary<DivideApproximately<Plain>, f32, f32, f32>)
        OPERATOR("div.approx.ftz.f32", Binary<DivideApproximately<Ftz>, f32, f32, f32>)
        UNARY("rcp.approx.ftz.f64", ReciprocalOfHighWord, f64)
        UNARY("rsqrt.approx.ftz.f64", ReciprocalRootOfHighWord, f64)
    };
// clang-format on

} // namespace

OperatorList float_approximate_operators()
{
    return { kOperators, sizeof(kOperators) / sizeof(kOperators[0]) };
}

} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET
