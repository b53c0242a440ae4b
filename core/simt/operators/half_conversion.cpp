// The conversions to and from halves that compilers emit most often, and those with several operands or results (PTX ISA,
// 9.7.9.21 and 9.7.9.22): pairs of halves, pairs of 8-bit floats, cvt.pack. All others are in conversion.cpp.
#include "core/simt/operators/half.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

template <typename Format> struct ToHalf {
    template <typename T> static u16 apply(T a)
    {
        if (__is_same(T, f64) && __builtin_isnan(a)) { // keeps the bits of a double's payload that fit, see conversion.cpp
            constexpr unsigned kDropped = 52 - (Format::kInfinity == 0x7c00 ? 10 : 7);
            const u64 bits = __builtin_bit_cast(u64, static_cast<f64>(a));
            return static_cast<u16>((bits >> 48U & 0x8000U) | Format::kInfinity | (bits << 12U >> (12U + kDropped)));
        }
        return narrowed<Format>(static_cast<f64>(a));
    }
};
template <typename Format> struct FromHalf {
    template <typename T> static f32 apply(T a)
    {
        if (__is_same(Format, Bf16)) // the upper half of an f32, NaN or not
            return __builtin_bit_cast(f32, static_cast<u32>(a) << 16U);
        return (a & 0x7fffU) > Format::kInfinity ? Nan<f32>::kValue : static_cast<f32>(widened<Format>(a));
    }
};

// .satfinite: the largest number instead of infinity.
template <typename Mode> struct Finite : Mode {
    static constexpr bool kFinite = true;
};
template <typename Format> struct Nearest {
    static u16 of(f64 value) { return narrowed<Format>(value); }
};
template <typename Format> struct TowardsZero {
    static u16 of(f64 value) { return truncated<Format>(value); }
};
// The first source is the high half.
template <typename Format, typename Rounding, typename Mode> struct ToPair {
    static u32 half_of(f64 value)
    {
        u16 half = Rounding::of(value);
        if constexpr (requires { Mode::kFinite; })
            half = (half & 0x7fffU) == Format::kInfinity ? static_cast<u16>(half - 1) : half;
        return finished_half<Format, Mode>(half);
    }
    template <typename T> static u32 apply(T high, T low)
    {
        return half_of(static_cast<f64>(high)) << 16U | half_of(static_cast<f64>(low));
    }
};

// Formats of 8 bits, without infinity (e4m3) or with one that .satfinite never returns (e5m2). Source: Micikevicius and others,
// "FP8 Formats for Deep Learning" (2022), table 1.
struct E4m3 {
    static constexpr int kFractionBits = 3;
    static constexpr int kBias = 7;
    static constexpr u32 kMax = 0x7e;
    static constexpr u32 kInfinity = 0x80; // none
    static constexpr u32 kNan = 0x7f;
};
struct E5m2 {
    static constexpr int kFractionBits = 2;
    static constexpr int kBias = 15;
    static constexpr u32 kMax = 0x7b;
    static constexpr u32 kInfinity = 0x7c;
    static constexpr u32 kNan = 0x7f;
};
template <typename Format, typename Mode> u32 to_byte(f64 value)
{
    // As narrowed() of half.h, but with the format's step sizes: the smallest step is 2^(1 - bias - fraction bits).
    constexpr unsigned kShift = 52 - Format::kFractionBits;
    const u64 bits = __builtin_bit_cast(u64, value);
    const u64 magnitude = bits & ~kDoubleSign;
    constexpr u64 kRebias = static_cast<u64>(1023 - Format::kBias) << 52U;
    const u64 odd = magnitude >> kShift & 1U;
    const u64 normal = (magnitude - kRebias + ((u64 { 1 } << (kShift - 1)) - 1) + odd) >> kShift;
    const f64 magic = power(52 + 1 - Format::kBias - Format::kFractionBits);
    const f64 size = __builtin_bit_cast(f64, magnitude);
    const u64 subnormal = __builtin_bit_cast(u64, size + magic) - __builtin_bit_cast(u64, magic);
    const u64 finite = size < power(1 - Format::kBias) ? subnormal : normal;
    const u32 number = size < power(Format::kBias + 2) && finite < Format::kMax ? static_cast<u32>(finite) : Format::kMax;
    const bool negative = (bits >> 63U) != 0;
    if (__builtin_isnan(value))
        return Format::kNan;
    if (Mode::kRelu)
        return negative ? 0 : number;
    return number | (negative ? 0x80U : 0U);
}
template <typename Format> u16 half_of_byte(u32 byte)
{
    const u32 magnitude = byte & 0x7fU;
    const u32 fraction = magnitude & ((1U << Format::kFractionBits) - 1);
    const int exponent = static_cast<int>(magnitude >> Format::kFractionBits);
    const u32 steps = exponent == 0 ? fraction : fraction | 1U << Format::kFractionBits;
    const f64 size = static_cast<f64>(steps) * power((exponent == 0 ? 1 : exponent) - Format::kBias - Format::kFractionBits);
    const u16 number = magnitude == Format::kInfinity ? F16::kInfinity : narrowed<F16>(size);
    const bool nan = magnitude == Format::kNan || (Format::kInfinity < 0x80 && magnitude > Format::kInfinity);
    return nan ? F16::kNan : static_cast<u16>(number | (byte & 0x80U) << 8U);
}
template <typename Format, typename Mode> struct ToBytes {
    template <typename T> static u16 apply(T high, T low)
    {
        return static_cast<u16>(
            to_byte<Format, Mode>(static_cast<f64>(high)) << 8U | to_byte<Format, Mode>(static_cast<f64>(low)));
    }
};
template <typename Format, typename Mode> struct ToBytesFromPair {
    template <typename T> static u16 apply(T pair)
    {
        return ToBytes<Format, Mode>::template apply<f64>(
            widened<F16>(static_cast<u16>(pair >> 16U)), widened<F16>(static_cast<u16>(pair)));
    }
};
template <typename Format, typename Mode> struct ToPairFromBytes {
    template <typename T> static u32 apply(T bytes)
    {
        const u32 high = finished_half<F16, Mode>(half_of_byte<Format>(static_cast<u32>(bytes) >> 8U));
        const u32 low = finished_half<F16, Mode>(half_of_byte<Format>(bytes & 0xffU));
        return high << 16U | low;
    }
};

template <unsigned kBits, bool kSigned> u32 limited(s32 a)
{
    constexpr s32 kMax = (1 << (kSigned ? kBits - 1 : kBits)) - 1;
    constexpr s32 kLeast = kSigned ? -kMax - 1 : 0;
    const s32 low = a > kLeast ? a : kLeast;
    return static_cast<u32>(low < kMax ? low : kMax) & ((1U << kBits) - 1);
}
template <unsigned kBits, bool kSigned> struct Pack {
    template <typename T> static u32 apply(T high, T low)
    {
        return limited<kBits, kSigned>(high) << kBits | limited<kBits, kSigned>(low);
    }
    template <typename T> static u32 apply(T high, T low, u32 above) { return above << (2 * kBits) | apply(high, low); }
};

#define PAIR(key, Format, Rounding, Mode) OPERATOR(key, Binary<ToPair<Format, Rounding<Format>, Mode>, u32, f32, f32>)
#define TO_PAIR(rounding, type, Format, Rounding)                                                                                \
    PAIR("cvt." rounding "." type "x2.f32", Format, Rounding, HalfPlain)                                                         \
    PAIR("cvt." rounding ".relu." type "x2.f32", Format, Rounding, HalfRelu)                                                     \
    PAIR("cvt." rounding ".satfinite." type "x2.f32", Format, Rounding, Finite<HalfPlain>)                                       \
    PAIR("cvt." rounding ".satfinite.relu." type "x2.f32", Format, Rounding, Finite<HalfRelu>)
#define PACK_BITS(words, kBits, kSigned)                                                                                         \
    OPERATOR("cvt.pack." words ".s32.b32", TernaryOf<Pack<kBits, kSigned>, u32, s32, s32, u32>)
#define BYTES(type, Format)                                                                                                      \
    OPERATOR("cvt.rn.satfinite." type "x2.f32", Binary<ToBytes<Format, HalfPlain>, u16, f32, f32>)                               \
    OPERATOR("cvt.rn.satfinite.relu." type "x2.f32", Binary<ToBytes<Format, HalfRelu>, u16, f32, f32>)                           \
    OPERATOR("cvt.rn.satfinite." type "x2.f16x2", Unary<ToBytesFromPair<Format, HalfPlain>, u16, u32>)                           \
    OPERATOR("cvt.rn.satfinite.relu." type "x2.f16x2", Unary<ToBytesFromPair<Format, HalfRelu>, u16, u32>)                       \
    OPERATOR("cvt.rn." type "x2.f16x2", Unary<ToPairFromBytes<Format, HalfPlain>, u32, u16>)                                     \
    OPERATOR("cvt.rn.relu." type "x2.f16x2", Unary<ToPairFromBytes<Format, HalfRelu>, u32, u16>)

// clang-format off
    constexpr Operator kOperators[] = {
        OPERATOR("cvt.rn.f16.f32", Unary<ToHalf<F16>, u16, f32>)
        OPERATOR("cvt.rn.bf16.f32", Unary<ToHalf<Bf16>, u16, f32>)
        OPERATOR("cvt.rn.f16.f64", Unary<ToHalf<F16>, u16, f64>)
        OPERATOR("cvt.f32.f16", Unary<FromHalf<F16>, f32, u16>)
        OPERATOR("cvt.f32.bf16", Unary<FromHalf<Bf16>, f32, u16>)
        TO_PAIR("rn", "f16", F16, Nearest)
        TO_PAIR("rz", "f16", F16, TowardsZero)
        TO_PAIR("rn", "bf16", Bf16, Nearest)
        TO_PAIR("rz", "bf16", Bf16, TowardsZero)
        BYTES("e4m3", E4m3)
        BYTES("e5m2", E5m2)
        OPERATOR("cvt.pack.sat.s16.s32", Binary<Pack<16, true>, u32, s32, s32>)
        OPERATOR("cvt.pack.sat.u16.s32", Binary<Pack<16, false>, u32, s32, s32>)
        PACK_BITS("sat.s8", 8, true) PACK_BITS("sat.u8", 8, false)
        // Types that no register has are words of their own, and .sat follows other words.
        PACK_BITS("s4.sat", 4, true) PACK_BITS("u4.sat", 4, false)
        PACK_BITS("s2.sat", 2, true) PACK_BITS("u2.sat", 2, false)
    };
// clang-format on

} // namespace

OperatorList half_conversion_operators()
{
    return { kOperators, sizeof(kOperators) / sizeof(kOperators[0]) };
}

} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET
