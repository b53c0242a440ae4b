// Integer and bit operators (PTX ISA, 9.7.1, 9.7.2 and 9.7.8). One line per opcode in the list at the end.
#include "core/simt/operators/integer_types.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

struct Add {
    template <typename T> static T apply(T a, T b) { return static_cast<T>(Arithmetic<T>(a) + Arithmetic<T>(b)); }
};
struct Subtract {
    template <typename T> static T apply(T a, T b) { return static_cast<T>(Arithmetic<T>(a) - Arithmetic<T>(b)); }
};
struct MultiplyLow {
    template <typename T> static T apply(T a, T b) { return static_cast<T>(Arithmetic<T>(a) * Arithmetic<T>(b)); }
};
struct MultiplyHigh {
    template <typename T> static T apply(T a, T b) { return high_half(a, b); }
};
struct MultiplyWide {
    template <typename T> static Wide<T> apply(T a, T b) { return static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b); }
};
struct MultiplyAddLow {
    template <typename T> static T apply(T a, T b, T c)
    {
        return static_cast<T>(Arithmetic<T>(a) * Arithmetic<T>(b) + Arithmetic<T>(c));
    }
};
struct MultiplyAddHigh {
    template <typename T> static T apply(T a, T b, T c)
    {
        return static_cast<T>(Arithmetic<T>(high_half(a, b)) + Arithmetic<T>(c));
    }
};
struct MultiplyAddWide {
    template <typename T> static Wide<T> apply(T a, T b, Wide<T> c)
    {
        using Sum = Arithmetic<Wide<T>>;
        return static_cast<Wide<T>>(static_cast<Sum>(static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b)) + static_cast<Sum>(c));
    }
};

template <typename T> T quotient(T a, T b)
{
    return static_cast<T>(a / b);
}
#if defined(__AVX2__)
// Processors divide integers one at a time, but double-precision numbers four or eight at a time. If the double quotient of two
// 32-bit numbers is not an integer, it is further from the next integer than its error, so its floor is exact; adding 2^52 leaves
// the floor in the low bits. A divisor of 0 yields an arbitrary result, which the callers replace.
template <> u32 quotient(u32 a, u32 b)
{
    const f64 whole = __builtin_floor(static_cast<f64>(a) / static_cast<f64>(b));
    return static_cast<u32>(__builtin_bit_cast(u64, whole + 4503599627370496.0));
}
template <> s32 quotient(s32 a, s32 b)
{
    const u32 dividend = a < 0 ? 0 - static_cast<u32>(a) : static_cast<u32>(a);
    const u32 divisor = b < 0 ? 0 - static_cast<u32>(b) : static_cast<u32>(b);
    const u32 magnitude = quotient(dividend, divisor);
    return static_cast<s32>((a ^ b) < 0 ? 0 - magnitude : magnitude);
}
template <typename T> constexpr bool kMayDivideAnything = sizeof(T) == 4;
#else
template <typename T> constexpr bool kMayDivideAnything = false;
#endif

// PTX leaves division by zero unspecified; here quotient and remainder are all ones, as on an H200 (see the fixtures), and the
// smallest number divided by -1 is itself: a division must not trap on the host.
struct Divide {
    template <typename T> static T apply(T a, T b)
    {
        constexpr T kByZero = static_cast<T>(~T { 0 });
        if constexpr (kMayDivideAnything<T>) {
            const T result = quotient(a, b);
            return b == 0 ? kByZero : result;
        } else {
            if (b == 0)
                return kByZero;
            if (kSigned<T> && b == static_cast<T>(-1))
                return static_cast<T>(Arithmetic<T> { 0 } - Arithmetic<T>(a));
            return quotient(a, b);
        }
    }
};
struct Remainder {
    template <typename T> static T apply(T a, T b)
    {
        const T whole = Divide::apply(a, b);
        const T result = static_cast<T>(Arithmetic<T>(a) - Arithmetic<T>(whole) * Arithmetic<T>(b));
        return b == 0 ? static_cast<T>(~T { 0 }) : result;
    }
};

struct Negate {
    template <typename T> static T apply(T a) { return static_cast<T>(Arithmetic<T> { 0 } - Arithmetic<T>(a)); }
};
struct Absolute {
    template <typename T> static T apply(T a) { return a < 0 ? Negate::apply<T>(a) : a; }
};
// GCC 12 fails with an internal error when it vectorizes a masked 16-bit minimum or maximum for x86-64-v4. The empty assembly
// statement prevents vectorization of these rare operations.
template <typename T> T chosen(bool first, T a, T b)
{
    T choice = first ? a : b;
    if constexpr (sizeof(T) == 2)
        __asm__("" : "+r"(choice));
    return choice;
}
struct Minimum {
    template <typename T> static T apply(T a, T b) { return chosen(a < b, a, b); }
};
struct Maximum {
    template <typename T> static T apply(T a, T b) { return chosen(a > b, a, b); }
};

struct And {
    template <typename T> static T apply(T a, T b) { return static_cast<T>(a & b); }
};
struct Or {
    template <typename T> static T apply(T a, T b) { return static_cast<T>(a | b); }
};
struct ExclusiveOr {
    template <typename T> static T apply(T a, T b) { return static_cast<T>(a ^ b); }
};
struct Not {
    template <typename T> static T apply(T a) { return static_cast<T>(~a); }
};

// Shift counts of the width or more shift out all bits (PTX ISA, 9.7.8.7 and 9.7.8.8); the count is always 32 bits wide.
struct ShiftLeft {
    template <typename T> static T apply(T a, u32 count)
    {
        return count < kBits<T> ? static_cast<T>(Arithmetic<T>(a) << (count & (kBits<T> - 1))) : T { 0 };
    }
};
struct ShiftRight {
    template <typename T> static T apply(T a, u32 count)
    {
        if constexpr (kSigned<T>)
            return static_cast<T>(a >> (count < kBits<T> ? count : kBits<T> - 1));
        else
            return count < kBits<T> ? static_cast<T>(a >> (count & (kBits<T> - 1))) : T { 0 };
    }
};

// If the sign has no effect, all types of a width share one function.
#define EACH_WIDTH(LINE, word, Function)                                                                                         \
    LINE(word ".s16", Function, u16)                                                                                             \
    LINE(word ".u16", Function, u16)                                                                                             \
    LINE(word ".s32", Function, u32)                                                                                             \
    LINE(word ".u32", Function, u32)                                                                                             \
    LINE(word ".s64", Function, u64)                                                                                             \
    LINE(word ".u64", Function, u64)
#define EACH_BITS(LINE, word, Function)                                                                                          \
    LINE(word ".b16", Function, u16)                                                                                             \
    LINE(word ".b32", Function, u32)                                                                                             \
    LINE(word ".b64", Function, u64)
#define EACH_SIGNED(LINE, word, Function)                                                                                        \
    LINE(word ".s16", Function, s16)                                                                                             \
    LINE(word ".s32", Function, s32)                                                                                             \
    LINE(word ".s64", Function, s64)
#define EACH_TYPE(LINE, word, Function)                                                                                          \
    EACH_SIGNED(LINE, word, Function)                                                                                            \
    LINE(word ".u16", Function, u16)                                                                                             \
    LINE(word ".u32", Function, u32)                                                                                             \
    LINE(word ".u64", Function, u64)
#define EACH_NARROW(LINE, word, Function)                                                                                        \
    LINE(word ".s16", Function, s16)                                                                                             \
    LINE(word ".u16", Function, u16)                                                                                             \
    LINE(word ".s32", Function, s32)                                                                                             \
    LINE(word ".u32", Function, u32)

#define UNARY(key, Function, T) OPERATOR(key, Unary<Function, T, T>)
#define BINARY(key, Function, T) OPERATOR(key, Binary<Function, T, T, T>)
#define TERNARY(key, Function, T) OPERATOR(key, Ternary<Function, T, T, T>)
#define SHIFT(key, Function, T) OPERATOR(key, Binary<Function, T, T, u32>)
#define WIDENING(key, Function, T) OPERATOR(key, Binary<Function, Wide<T>, T, T>)
#define WIDENING_SUM(key, Function, T) OPERATOR(key, Ternary<Function, Wide<T>, T, Wide<T>>)

// clang-format off
    constexpr Operator kOperators[] = {
        EACH_WIDTH(BINARY, "add", Add)
        EACH_WIDTH(BINARY, "sub", Subtract)
        EACH_WIDTH(BINARY, "mul.lo", MultiplyLow)
        EACH_TYPE(BINARY, "mul.hi", MultiplyHigh)
        EACH_NARROW(WIDENING, "mul.wide", MultiplyWide)
        EACH_WIDTH(TERNARY, "mad.lo", MultiplyAddLow)
        EACH_TYPE(TERNARY, "mad.hi", MultiplyAddHigh)
        EACH_NARROW(WIDENING_SUM, "mad.wide", MultiplyAddWide)
        EACH_TYPE(BINARY, "div", Divide)
        EACH_TYPE(BINARY, "rem", Remainder)
        EACH_SIGNED(UNARY, "neg", Negate)
        EACH_SIGNED(UNARY, "abs", Absolute)
        EACH_TYPE(BINARY, "min", Minimum)
        EACH_TYPE(BINARY, "max", Maximum)
        EACH_BITS(BINARY, "and", And)
        EACH_BITS(BINARY, "or", Or)
        EACH_BITS(BINARY, "xor", ExclusiveOr)
        EACH_BITS(UNARY, "not", Not)
        EACH_BITS(SHIFT, "shl", ShiftLeft)
        EACH_BITS(SHIFT, "shr", ShiftRight)
        EACH_TYPE(SHIFT, "shr", ShiftRight)
    };
// clang-format on

} // namespace

OperatorList integer_operators()
{
    return { kOperators, sizeof(kOperators) / sizeof(kOperators[0]) };
}

} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET
