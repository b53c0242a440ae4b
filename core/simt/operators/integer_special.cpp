// Rarely used integer operators: saturation, 24-bit products, sums of absolute differences, packed halves and bytes (PTX ISA,
// 9.7.1).
#include "core/simt/operators/integer_types.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

s32 saturated(s64 sum)
{
    const s64 low = sum > 0x7fff'ffff ? 0x7fff'ffff : sum;
    return static_cast<s32>(low < -0x8000'0000LL ? -0x8000'0000LL : low);
}

struct SaturatingAdd {
    template <typename T> static s32 apply(T a, T b) { return saturated(s64 { a } + b); }
};
struct SaturatingSubtract {
    template <typename T> static s32 apply(T a, T b) { return saturated(s64 { a } - b); }
};
struct SaturatingMultiplyAddHigh {
    template <typename T> static s32 apply(T a, T b, T c) { return saturated(s64 { high_half(a, b) } + c); }
};

// The lowest 24 bits, sign-extended; a product of two has 48 bits (PTX ISA, 9.7.1.6 and 9.7.1.7).
template <typename T> Wide<T> product24(T a, T b)
{
    if constexpr (kSigned<T>)
        return static_cast<s64>(static_cast<s32>(static_cast<u32>(a) << 8) >> 8)
            * (static_cast<s32>(static_cast<u32>(b) << 8) >> 8);
    else
        return static_cast<u64>(a & 0xff'ffff) * (b & 0xff'ffff);
}
struct Multiply24Low {
    template <typename T> static T apply(T a, T b) { return static_cast<T>(product24(a, b)); }
};
struct Multiply24High {
    template <typename T> static T apply(T a, T b) { return static_cast<T>(product24(a, b) >> 16); }
};
struct MultiplyAdd24Low {
    template <typename T> static T apply(T a, T b, T c)
    {
        return static_cast<T>(static_cast<u32>(product24(a, b)) + static_cast<u32>(c));
    }
};
struct MultiplyAdd24High {
    template <typename T> static T apply(T a, T b, T c)
    {
        return static_cast<T>(static_cast<u32>(product24(a, b) >> 16) + static_cast<u32>(c));
    }
};
struct SaturatingMultiplyAdd24High {
    template <typename T> static T apply(T a, T b, T c) { return saturated(s64 { Multiply24High::apply(a, b) } + c); }
};

struct SumOfDifference {
    template <typename T> static T apply(T a, T b, T c)
    {
        using A = Arithmetic<T>;
        const A difference = a < b ? static_cast<A>(A(b) - A(a)) : static_cast<A>(A(a) - A(b));
        return static_cast<T>(A(c) + difference);
    }
};

// .relu: negative results become 0.
template <typename T> T not_negative(T a)
{
    return a < 0 ? T { 0 } : a;
}
struct MinimumRelu {
    template <typename T> static T apply(T a, T b) { return not_negative(a < b ? a : b); }
};
struct MaximumRelu {
    template <typename T> static T apply(T a, T b) { return not_negative(a > b ? a : b); }
};

struct AddHalf {
    static s32 apply(s32 a, s32 b) { return a + b; }
};
struct MinimumHalf {
    static s32 apply(s32 a, s32 b) { return a < b ? a : b; }
};
struct MaximumHalf {
    static s32 apply(s32 a, s32 b) { return a > b ? a : b; }
};
template <typename Function> struct ReluHalf {
    static s32 apply(s32 a, s32 b) { return not_negative(Function::apply(a, b)); }
};
// The same for the low and the high half of a word.
template <typename Function, typename Half> struct InHalves {
    template <typename T> static T apply(T a, T b)
    {
        const s32 low = Function::apply(static_cast<Half>(a), static_cast<Half>(b));
        const s32 high = Function::apply(static_cast<Half>(a >> 16), static_cast<Half>(b >> 16));
        return (static_cast<u32>(low) & 0xffffU) | (static_cast<u32>(high) << 16);
    }
};

template <typename Part> s32 part_of(u32 word, unsigned index)
{
    return static_cast<Part>(word >> (index * kBits<Part>));
}
// dp4a: four bytes by four bytes; dp2a: two halves by two bytes, the low or the high ones (PTX ISA, 9.7.1.23 and 9.7.1.24).
template <typename A, typename B> struct DotProduct4 {
    template <typename T> static T apply(T a, T b, T c)
    {
        s32 sum = 0;
        for (unsigned i = 0; i < 4; ++i)
            sum += part_of<A>(a, i) * part_of<B>(b, i);
        return static_cast<u32>(sum) + c;
    }
};
template <typename A, typename B, unsigned kFirst> struct DotProduct2 {
    template <typename T> static T apply(T a, T b, T c)
    {
        const u32 low = static_cast<u32>(part_of<A>(a, 0) * part_of<B>(b, kFirst));
        const u32 high = static_cast<u32>(part_of<A>(a, 1) * part_of<B>(b, kFirst + 1));
        return low + high + c;
    }
};

#define BINARY(key, Function, T) OPERATOR(key, Binary<Function, T, T, T>)
#define TERNARY(key, Function, T) OPERATOR(key, Ternary<Function, T, T, T>)
#define IN_HALVES(key, Function, Half) OPERATOR(key, Binary<InHalves<Function, Half>, u32, u32, u32>)
#define DOT_PRODUCTS(types, A4, A2, B)                                                                                           \
    TERNARY("dp4a." types, WARPSTAGE_PAIR(DotProduct4<A4, B>), u32)                                                              \
    TERNARY("dp2a.lo." types, WARPSTAGE_PAIR(DotProduct2<A2, B, 0>), u32)                                                        \
    TERNARY("dp2a.hi." types, WARPSTAGE_PAIR(DotProduct2<A2, B, 2>), u32)
#define WARPSTAGE_PAIR(...) __VA_ARGS__

// clang-format off
    constexpr Operator kOperators[] = {
        BINARY("add.sat.s32", SaturatingAdd, s32)
        BINARY("sub.sat.s32", SaturatingSubtract, s32)
        TERNARY("mad.hi.sat.s32", SaturatingMultiplyAddHigh, s32)
        BINARY("mul24.lo.s32", Multiply24Low, s32)
        BINARY("mul24.lo.u32", Multiply24Low, u32)
        BINARY("mul24.hi.s32", Multiply24High, s32)
        BINARY("mul24.hi.u32", Multiply24High, u32)
        TERNARY("mad24.lo.s32", MultiplyAdd24Low, s32)
        TERNARY("mad24.lo.u32", MultiplyAdd24Low, u32)
        TERNARY("mad24.hi.s32", MultiplyAdd24High, s32)
        TERNARY("mad24.hi.u32", MultiplyAdd24High, u32)
        TERNARY("mad24.hi.sat.s32", SaturatingMultiplyAdd24High, s32)
        TERNARY("sad.s16", SumOfDifference, s16)
        TERNARY("sad.u16", SumOfDifference, u16)
        TERNARY("sad.s32", SumOfDifference, s32)
        TERNARY("sad.u32", SumOfDifference, u32)
        TERNARY("sad.s64", SumOfDifference, s64)
        TERNARY("sad.u64", SumOfDifference, u64)
        BINARY("min.relu.s32", MinimumRelu, s32)
        BINARY("max.relu.s32", MaximumRelu, s32)
        IN_HALVES("add.s16x2", AddHalf, s16)
        IN_HALVES("add.u16x2", AddHalf, u16)
        IN_HALVES("min.s16x2", MinimumHalf, s16)
        IN_HALVES("min.u16x2", MinimumHalf, u16)
        IN_HALVES("max.s16x2", MaximumHalf, s16)
        IN_HALVES("max.u16x2", MaximumHalf, u16)
        IN_HALVES("min.relu.s16x2", ReluHalf<MinimumHalf>, s16)
        IN_HALVES("max.relu.s16x2", ReluHalf<MaximumHalf>, s16)
        DOT_PRODUCTS("s32.s32", s8, s16, s8)
        DOT_PRODUCTS("s32.u32", s8, s16, u8)
        DOT_PRODUCTS("u32.s32", u8, u16, s8)
        DOT_PRODUCTS("u32.u32", u8, u16, u8)
    };
// clang-format on

} // namespace

OperatorList integer_special_operators()
{
    return { kOperators, sizeof(kOperators) / sizeof(kOperators[0]) };
}

} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET
