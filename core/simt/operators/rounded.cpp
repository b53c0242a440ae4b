// Arithmetic rounded toward zero, down or up (PTX ISA, 9.7.3: .rz, .rm, .rp). CMake selects how the target rounds: rounding/.
#include "core/simt/operators/float_modes.h"

#include WARPSTAGE_ROUNDING

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

template <Direction kDirection, typename Loop> struct Directed {
    static constexpr u8 kSizes[4] = { Loop::kSizes[0], Loop::kSizes[1], Loop::kSizes[2], Loop::kSizes[3] };

    static bool full(WarpState& state, const Operation& operation)
    {
        const RoundingControl control(kDirection);
        return Loop::full(state, operation);
    }
    static bool masked(WarpState& state, const Operation& operation)
    {
        const RoundingControl control(kDirection);
        return Loop::masked(state, operation);
    }
};

template <Direction kDirection, typename Mode> struct Add {
    template <typename T> static T apply(T a, T b)
    {
        return finished<Mode>(Rounded<kDirection>::add(flushed<Mode>(a), flushed<Mode>(b)));
    }
};
template <Direction kDirection, typename Mode> struct Subtract {
    template <typename T> static T apply(T a, T b)
    {
        return finished<Mode>(Rounded<kDirection>::add(flushed<Mode>(a), -flushed<Mode>(b)));
    }
};
template <Direction kDirection, typename Mode> struct Multiply {
    template <typename T> static T apply(T a, T b)
    {
        return finished<Mode>(Rounded<kDirection>::multiply(flushed<Mode>(a), flushed<Mode>(b)));
    }
};
template <Direction kDirection, typename Mode> struct FusedMultiplyAdd {
    template <typename T> static T apply(T a, T b, T c)
    {
        return finished<Mode>(Rounded<kDirection>::fused(flushed<Mode>(a), flushed<Mode>(b), flushed<Mode>(c)));
    }
};
template <Direction kDirection, typename Mode> struct Divide {
    template <typename T> static T apply(T a, T b)
    {
        const T dividend = flushed<Mode>(a);
        const T divisor = flushed<Mode>(b);
        const T quotient = Rounded<kDirection>::divide(dividend, divisor);
        if constexpr (Mode::kFlush) {
            // A result that is subnormal before rounding is flushed, even if it would be rounded up to a normal number (H200).
            if (absolute(static_cast<f64>(dividend)) < absolute(static_cast<f64>(divisor)) * f64 { __FLT_MIN__ })
                return __builtin_copysignf(0.0F, quotient);
        }
        return finished<Mode>(quotient);
    }
};
template <Direction kDirection, typename Mode> struct SquareRoot {
    template <typename T> static T apply(T a) { return finished<Mode>(Rounded<kDirection>::root(flushed<Mode>(a))); }
};
template <Direction kDirection, typename Mode> struct Reciprocal {
    template <typename T> static T apply(T a) { return finished<Mode>(Rounded<kDirection>::divide(T { 1 }, flushed<Mode>(a))); }
};

#define UNARY(key, kDirection, Function, Mode, T) OPERATOR(key, Directed<kDirection, Unary<Function<kDirection, Mode>, T, T>>)
#define BINARY(key, kDirection, Function, Mode, T)                                                                               \
    OPERATOR(key, Directed<kDirection, Binary<Function<kDirection, Mode>, T, T, T>>)
#define TERNARY(key, kDirection, Function, Mode, T)                                                                              \
    OPERATOR(key, Directed<kDirection, Ternary<Function<kDirection, Mode>, T, T, T>>)
#define EACH_FLOAT(LINE, word, kDirection, Function)                                                                             \
    LINE(word ".f32", kDirection, Function, Plain, f32)                                                                          \
    LINE(word ".ftz.f32", kDirection, Function, Ftz, f32)                                                                        \
    LINE(word ".f64", kDirection, Function, Plain, f64)
#define EACH_SATURATING(LINE, word, kDirection, Function)                                                                        \
    EACH_FLOAT(LINE, word, kDirection, Function)                                                                                 \
    LINE(word ".sat.f32", kDirection, Function, Sat, f32)                                                                        \
    LINE(word ".ftz.sat.f32", kDirection, Function, FtzSat, f32)
#define EACH_OPERATION(word, kDirection)                                                                                         \
    EACH_SATURATING(BINARY, "add" word, kDirection, Add)                                                                         \
    EACH_SATURATING(BINARY, "sub" word, kDirection, Subtract)                                                                    \
    EACH_SATURATING(BINARY, "mul" word, kDirection, Multiply)                                                                    \
    EACH_SATURATING(TERNARY, "fma" word, kDirection, FusedMultiplyAdd)                                                           \
    EACH_SATURATING(TERNARY, "mad" word, kDirection, FusedMultiplyAdd)                                                           \
    EACH_FLOAT(BINARY, "div" word, kDirection, Divide)                                                                           \
    EACH_FLOAT(UNARY, "sqrt" word, kDirection, SquareRoot)                                                                       \
    EACH_FLOAT(UNARY, "rcp" word, kDirection, Reciprocal)

// clang-format off
    constexpr Operator kOperators[] = {
        EACH_OPERATION(".rz", Direction::towards_zero)
        EACH_OPERATION(".rm", Direction::down)
        EACH_OPERATION(".rp", Direction::up)
    };
// clang-format on

} // namespace

OperatorList rounded_operators()
{
    return { kOperators, sizeof(kOperators) / sizeof(kOperators[0]) };
}

} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET
