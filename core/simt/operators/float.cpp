// Floating-point operators (PTX ISA, 9.7.3). One line per opcode in the list at the end. Approximate variants (.approx, .full)
// return the correctly rounded result, which is within the error that PTX allows; float_approximate.cpp has their other rules.
#include "core/simt/operators/float_modes.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

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
template <typename Mode> struct FusedMultiplySubtract {
    template <typename T> static T apply(T a, T b, T c)
    {
        return finished<Mode>(fused(flushed<Mode>(a), flushed<Mode>(b), -flushed<Mode>(c)));
    }
};
template <typename Mode> struct FusedNegatedMultiplyAdd {
    template <typename T> static T apply(T a, T b, T c)
    {
        return finished<Mode>(fused(-flushed<Mode>(a), flushed<Mode>(b), flushed<Mode>(c)));
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
        EACH_SATURATING(TERNARY, "fmsub", FusedMultiplySubtract)
        EACH_SATURATING(TERNARY, "fnmadd", FusedNegatedMultiplyAdd)
        EACH_SATURATING(TERNARY, "mad", FusedMultiplyAdd)
        EACH_FLOAT(BINARY, "div", Divide)
        EACH_FLOAT(UNARY, "sqrt", SquareRoot)
        EACH_FLOAT(UNARY, "rcp", Reciprocal)
        EACH_FLOAT(UNARY, "rsqrt", ReciprocalSquareRoot)
        EACH_FLOAT(UNARY, "neg", Negate)
        EACH_FLOAT(UNARY, "abs", Absolute)
    };
// clang-format on

} // namespace

OperatorList float_operators()
{
    return { kOperators, sizeof(kOperators) / sizeof(kOperators[0]) };
}

} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET
