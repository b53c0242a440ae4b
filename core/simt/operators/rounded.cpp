// Arithmetic rounded toward zero, down or up (PTX ISA, 9.7.3: .rz, .rm, .rp). The processor's rounding mode is set while the loop
// runs.
#include "core/simt/operators/float_modes.h"

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

// Without a fused operation of the processor this is the C library's function, which follows the rounding mode; the one in
// float_modes.h requires rounding to nearest.
inline f32 fused_as_asked(f32 a, f32 b, f32 c)
{
    return __builtin_fmaf(a, b, c);
}
inline f64 fused_as_asked(f64 a, f64 b, f64 c)
{
    return __builtin_fma(a, b, c);
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
        return finished<Mode>(fused_as_asked(flushed<Mode>(a), flushed<Mode>(b), flushed<Mode>(c)));
    }
};
template <typename Mode> struct Divide {
    template <typename T> static T apply(T a, T b)
    {
        const T dividend = flushed<Mode>(a);
        const T divisor = flushed<Mode>(b);
        const T quotient = dividend / divisor;
        if constexpr (Mode::kFlush) {
            // A result that is subnormal before rounding is flushed, even if it would be rounded up to a normal number (H200).
            if (absolute(static_cast<f64>(dividend)) < absolute(static_cast<f64>(divisor)) * f64 { __FLT_MIN__ })
                return __builtin_copysignf(0.0F, quotient);
        }
        return finished<Mode>(quotient);
    }
};
template <typename Mode> struct SquareRoot {
    template <typename T> static T apply(T a) { return finished<Mode>(root(flushed<Mode>(a))); }
};
template <typename Mode> struct Reciprocal {
    template <typename T> static T apply(T a) { return finished<Mode>(T { 1 } / flushed<Mode>(a)); }
};

#define UNARY(key, kDirection, Function, T) OPERATOR(key, Directed<kDirection, Unary<Function, T, T>>)
#define BINARY(key, kDirection, Function, T) OPERATOR(key, Directed<kDirection, Binary<Function, T, T, T>>)
#define TERNARY(key, kDirection, Function, T) OPERATOR(key, Directed<kDirection, Ternary<Function, T, T, T>>)
#define EACH_FLOAT(LINE, word, kDirection, Function)                                                                             \
    LINE(word ".f32", kDirection, Function<Plain>, f32)                                                                          \
    LINE(word ".ftz.f32", kDirection, Function<Ftz>, f32)                                                                        \
    LINE(word ".f64", kDirection, Function<Plain>, f64)
#define EACH_SATURATING(LINE, word, kDirection, Function)                                                                        \
    EACH_FLOAT(LINE, word, kDirection, Function)                                                                                 \
    LINE(word ".sat.f32", kDirection, Function<Sat>, f32)                                                                        \
    LINE(word ".ftz.sat.f32", kDirection, Function<FtzSat>, f32)
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
