// Arithmetic of f16 and bf16, scalar and packed in pairs (PTX ISA, 9.7.4). Sums and products are exact, or rounded in double
// precision so finely that rounding them again equals a single rounding.
#include "core/simt/operators/half.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

// The sum rounded to odd: if it is inexact, its last bit is set, so the next rounding cannot mistake it for a tie. See
// float_modes.h; the product of two halves is exact.
inline f64 fused_to_odd(f64 a, f64 b, f64 c)
{
    const f64 product = a * b;
    const f64 sum = product + c;
    const f64 part = sum - product;
    const f64 error = (product - (sum - part)) + (c - part);
    const u64 bits = __builtin_bit_cast(u64, sum);
    const u64 away = (__builtin_bit_cast(u64, error) ^ bits) >> 63U;
    const u64 step = ((bits & 1U) - 1) & (1 - 2 * away);
    return __builtin_bit_cast(f64, bits + (__builtin_fabs(error) > 0.0 ? step : 0));
}

struct Sum {
    static f64 of(f64 a, f64 b) { return a + b; }
};
struct Difference {
    static f64 of(f64 a, f64 b) { return a - b; }
};
struct Product {
    static f64 of(f64 a, f64 b) { return a * b; }
};

template <typename Format, typename Mode, typename Function> struct Arithmetic {
    template <typename T> static u16 apply(u16 a, u16 b)
    {
        const f64 x = widened<Format>(flushed_half<Format, Mode>(a));
        const f64 y = widened<Format>(flushed_half<Format, Mode>(b));
        return finished_half<Format, Mode>(narrowed<Format>(Function::of(x, y)));
    }
};
template <typename Format, typename Mode> struct FusedMultiplyAdd {
    template <typename T> static u16 apply(u16 a, u16 b, u16 c)
    {
        const f64 x = widened<Format>(flushed_half<Format, Mode>(a));
        const f64 y = widened<Format>(flushed_half<Format, Mode>(b));
        const f64 z = widened<Format>(flushed_half<Format, Mode>(c));
        return finished_half<Format, Mode>(narrowed<Format>(fused_to_odd(x, y, z)));
    }
};

template <typename Format, typename Mode> struct FusedMultiplySubtract {
    template <typename T> static u16 apply(u16 a, u16 b, u16 c)
    {
        return FusedMultiplyAdd<Format, Mode>::template apply<T>(a, b, static_cast<u16>(c ^ 0x8000U));
    }
};
template <typename Format, typename Mode> struct FusedNegatedMultiplyAdd {
    template <typename T> static u16 apply(u16 a, u16 b, u16 c)
    {
        return FusedMultiplyAdd<Format, Mode>::template apply<T>(static_cast<u16>(a ^ 0x8000U), b, c);
    }
};

template <typename Format> [[gnu::always_inline]] inline bool is_nan(u16 half)
{
    return (half & 0x7fffU) > Format::kInfinity;
}
template <typename Format, typename Mode> struct Negate {
    template <typename T> static u16 apply(u16 a)
    {
        const u16 value = flushed_half<Format, Mode>(a);
        return is_nan<Format>(value) ? Format::kNan : static_cast<u16>(value ^ 0x8000U);
    }
};
template <typename Format, typename Mode> struct Absolute {
    template <typename T> static u16 apply(u16 a)
    {
        const u16 value = flushed_half<Format, Mode>(a);
        return is_nan<Format>(value) ? Format::kNan : static_cast<u16>(value & 0x7fffU);
    }
};

// Numbers of this format in the order of integers, -0 below +0.
[[gnu::always_inline]] inline s32 ordered(u16 half)
{
    const s32 magnitude = half & 0x7fff;
    return (half & 0x8000U) != 0 ? -1 - magnitude : magnitude;
}
enum class NanRule : u8 { number_wins, nan_wins };
struct Lower {
    static u16 of(u16 a, u16 b) { return ordered(a) < ordered(b) ? a : b; }
};
struct Higher {
    static u16 of(u16 a, u16 b) { return ordered(a) > ordered(b) ? a : b; }
};
template <typename Format, typename Mode, NanRule kRule, typename Function> struct Extreme {
    template <typename T> static u16 apply(u16 x, u16 y)
    {
        const u16 a = flushed_half<Format, Mode>(x);
        const u16 b = flushed_half<Format, Mode>(y);
        const u16 number = Function::of(a, b);
        if (kRule == NanRule::nan_wins)
            return is_nan<Format>(a) || is_nan<Format>(b) ? Format::kNan : number;
        const u16 one = is_nan<Format>(a) ? b : number;
        const u16 other = is_nan<Format>(b) ? a : one;
        return is_nan<Format>(other) ? Format::kNan : other;
    }
};
template <typename Format, typename Mode, NanRule kRule, typename Function> struct ExtremeOfMagnitudes {
    template <typename T> static u16 apply(u16 a, u16 b)
    {
        const u16 magnitude = Extreme<Format, Mode, kRule, Function>::template apply<u16>(a & 0x7fffU, b & 0x7fffU);
        const u16 result = static_cast<u16>(magnitude | ((a ^ b) & 0x8000U));
        return is_nan<Format>(magnitude) ? Format::kNan : result;
    }
};

template <typename Format, typename Mode> struct PowerOfTwo {
    template <typename T> static u16 apply(u16 a)
    {
        const u16 value = flushed_half<Format, Mode>(a);
        const u16 result = narrowed<Format>(power_of_two(widened<Format>(value)));
        return is_nan<Format>(value) ? Format::kNan : flushed_half<Format, Mode>(result);
    }
};
template <typename Format, typename Mode> struct HyperbolicTangent {
    template <typename T> static u16 apply(u16 a)
    {
        const u16 result = narrowed<Format>(hyperbolic_tangent(widened<Format>(a)));
        return is_nan<Format>(a) ? Format::kNan : result;
    }
};

// The same for both halves of a word.
template <typename Function> struct OfBoth {
    template <typename T> static u32 join(T low, T high) { return static_cast<u32>(low) | static_cast<u32>(high) << 16U; }
    static u16 low(u32 word) { return static_cast<u16>(word); }
    static u16 high(u32 word) { return static_cast<u16>(word >> 16U); }

    template <typename T> static T apply(T a)
    {
        return join(Function::template apply<u16>(low(a)), Function::template apply<u16>(high(a)));
    }
    template <typename T> static T apply(T a, T b)
    {
        return join(Function::template apply<u16>(low(a), low(b)), Function::template apply<u16>(high(a), high(b)));
    }
    template <typename T> static T apply(T a, T b, T c)
    {
        return join(
            Function::template apply<u16>(low(a), low(b), low(c)), Function::template apply<u16>(high(a), high(b), high(c)));
    }
};

#define UNARY(word, type, ...)                                                                                                   \
    OPERATOR(word "." type, Unary<__VA_ARGS__, u16, u16>)                                                                        \
    OPERATOR(word "." type "x2", Unary<OfBoth<__VA_ARGS__>, u32, u32>)
#define BINARY(word, type, ...)                                                                                                  \
    OPERATOR(word "." type, Binary<__VA_ARGS__, u16, u16, u16>)                                                                  \
    OPERATOR(word "." type "x2", Binary<OfBoth<__VA_ARGS__>, u32, u32, u32>)
#define TERNARY(word, type, ...)                                                                                                 \
    OPERATOR(word "." type, Ternary<__VA_ARGS__, u16, u16, u16>)                                                                 \
    OPERATOR(word "." type "x2", Ternary<OfBoth<__VA_ARGS__>, u32, u32, u32>)

#define ARITHMETIC(word, Function)                                                                                               \
    BINARY(word, "f16", Arithmetic<F16, HalfPlain, Function>)                                                                    \
    BINARY(word ".ftz", "f16", Arithmetic<F16, HalfFtz, Function>)                                                               \
    BINARY(word ".sat", "f16", Arithmetic<F16, HalfSat, Function>)                                                               \
    BINARY(word ".ftz.sat", "f16", Arithmetic<F16, HalfFtzSat, Function>)                                                        \
    BINARY(word, "bf16", Arithmetic<Bf16, HalfPlain, Function>)
#define FUSED(word, Function)                                                                                                    \
    TERNARY(word, "f16", Function<F16, HalfPlain>)                                                                               \
    TERNARY(word ".ftz", "f16", Function<F16, HalfFtz>)                                                                          \
    TERNARY(word ".sat", "f16", Function<F16, HalfSat>)                                                                          \
    TERNARY(word ".ftz.sat", "f16", Function<F16, HalfFtzSat>)                                                                   \
    TERNARY(word, "bf16", Function<Bf16, HalfPlain>)
#define EXTREME(word, Function)                                                                                                  \
    BINARY(word, "f16", Extreme<F16, HalfPlain, NanRule::number_wins, Function>)                                                 \
    BINARY(word ".ftz", "f16", Extreme<F16, HalfFtz, NanRule::number_wins, Function>)                                            \
    BINARY(word ".NaN", "f16", Extreme<F16, HalfPlain, NanRule::nan_wins, Function>)                                             \
    BINARY(word ".ftz.NaN", "f16", Extreme<F16, HalfFtz, NanRule::nan_wins, Function>)                                           \
    BINARY(word ".xorsign.abs", "f16", ExtremeOfMagnitudes<F16, HalfPlain, NanRule::number_wins, Function>)                      \
    BINARY(word ".NaN.xorsign.abs", "f16", ExtremeOfMagnitudes<F16, HalfPlain, NanRule::nan_wins, Function>)                     \
    BINARY(word, "bf16", Extreme<Bf16, HalfPlain, NanRule::number_wins, Function>)                                               \
    BINARY(word ".NaN", "bf16", Extreme<Bf16, HalfPlain, NanRule::nan_wins, Function>)                                           \
    BINARY(word ".xorsign.abs", "bf16", ExtremeOfMagnitudes<Bf16, HalfPlain, NanRule::number_wins, Function>)                    \
    BINARY(word ".NaN.xorsign.abs", "bf16", ExtremeOfMagnitudes<Bf16, HalfPlain, NanRule::nan_wins, Function>)

// clang-format off
    constexpr Operator kOperators[] = {
        ARITHMETIC("add", Sum)
        ARITHMETIC("sub", Difference)
        ARITHMETIC("mul", Product)
        FUSED("fma", FusedMultiplyAdd)
        FUSED("fmsub", FusedMultiplySubtract)
        FUSED("fnmadd", FusedNegatedMultiplyAdd)
        TERNARY("fma.relu", "f16", FusedMultiplyAdd<F16, HalfRelu>)
        TERNARY("fma.ftz.relu", "f16", FusedMultiplyAdd<F16, HalfFtzRelu>)
        TERNARY("fma.relu", "bf16", FusedMultiplyAdd<Bf16, HalfRelu>)
        UNARY("neg", "f16", Negate<F16, HalfPlain>)
        UNARY("neg.ftz", "f16", Negate<F16, HalfFtz>)
        UNARY("neg", "bf16", Negate<Bf16, HalfPlain>)
        UNARY("abs", "f16", Absolute<F16, HalfPlain>)
        UNARY("abs.ftz", "f16", Absolute<F16, HalfFtz>)
        UNARY("abs", "bf16", Absolute<Bf16, HalfPlain>)
        EXTREME("min", Lower)
        EXTREME("max", Higher)
        UNARY("ex2.approx", "f16", PowerOfTwo<F16, HalfPlain>)
        UNARY("ex2.approx.ftz", "bf16", PowerOfTwo<Bf16, HalfFtz>)
        UNARY("tanh.approx", "f16", HyperbolicTangent<F16, HalfPlain>)
        UNARY("tanh.approx", "bf16", HyperbolicTangent<Bf16, HalfPlain>)
    };
// clang-format on

} // namespace

OperatorList half_operators()
{
    return { kOperators, sizeof(kOperators) / sizeof(kOperators[0]) };
}

} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET
