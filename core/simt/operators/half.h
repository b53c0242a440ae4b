// The two formats of 16 bits, f16 (5 bits of exponent) and bf16 (8), to and from double precision. Written without branches, so
// that loops vectorize.
#pragma once

#include "core/simt/operators/float_modes.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

template <unsigned kFraction> struct HalfFormat {
    static constexpr unsigned kFractionBits = kFraction;
    static constexpr unsigned kExponentBits = 15 - kFraction;
    static constexpr int kBias = (1 << (kExponentBits - 1)) - 1;
    static constexpr u16 kInfinity = static_cast<u16>(((1U << kExponentBits) - 1) << kFraction);
    static constexpr u16 kNan = 0x7fff; // of every result
    static constexpr u16 kOne = static_cast<u16>(static_cast<unsigned>(kBias) << kFraction);
    static constexpr u16 kLeastNormal = static_cast<u16>(1U << kFraction);
};
using F16 = HalfFormat<10>;
using Bf16 = HalfFormat<7>;

inline constexpr u64 kDoubleSign = u64 { 1 } << 63U;

[[gnu::always_inline]] inline f64 power(int exponent)
{
    return __builtin_bit_cast(f64, static_cast<u64>(exponent + 1023) << 52U);
}

// Exact. NaN remains NaN.
template <typename Format> [[gnu::always_inline]] inline f64 widened(u16 half)
{
    constexpr unsigned kShift = 52 - Format::kFractionBits;
    const u64 magnitude = static_cast<u64>(half & 0x7fffU) << kShift;
    const u64 sign = static_cast<u64>(half & 0x8000U) << 48U;
    // Treated as a double with a small exponent, which the multiplication corrects, also for subnormal numbers.
    const f64 scaled = __builtin_bit_cast(f64, magnitude) * power(1023 - Format::kBias);
    const u64 special = (half & 0x7fffU) >= Format::kInfinity ? u64 { 0x7ff } << 52U : 0;
    return __builtin_bit_cast(f64, __builtin_bit_cast(u64, scaled) | special | sign);
}

// To the nearest, ties to even; an overflow becomes infinity.
template <typename Format> [[gnu::always_inline]] inline u16 narrowed(f64 value)
{
    constexpr unsigned kShift = 52 - Format::kFractionBits;
    const u64 bits = __builtin_bit_cast(u64, value);
    const u64 magnitude = bits & ~kDoubleSign;
    // Normal numbers: round in the bits and adjust the exponent.
    constexpr u64 kRebias = static_cast<u64>(1023 - Format::kBias) << 52U;
    const u64 odd = magnitude >> kShift & 1U;
    const u64 normal = (magnitude - kRebias + ((u64 { 1 } << (kShift - 1)) - 1) + odd) >> kShift;
    // Subnormal numbers: adding a number whose last place is their step size rounds them.
    const f64 magic = power(52 + 1 - Format::kBias - static_cast<int>(Format::kFractionBits));
    const u64 subnormal = __builtin_bit_cast(u64, __builtin_bit_cast(f64, magnitude) + magic) - __builtin_bit_cast(u64, magic);
    const f64 size = __builtin_bit_cast(f64, magnitude);
    const u64 finite = size < power(1 - Format::kBias) ? subnormal : normal;
    const u64 number = size < power(Format::kBias + 1) && finite < Format::kInfinity ? finite : Format::kInfinity;
    const u64 result = number | (bits >> 63U) << 15U;
    return static_cast<u16>(__builtin_isnan(value) ? Format::kNan : result);
}

// Towards zero; only an infinity stays one.
template <typename Format> [[gnu::always_inline]] inline u16 truncated(f64 value)
{
    constexpr unsigned kShift = 52 - Format::kFractionBits;
    const u64 bits = __builtin_bit_cast(u64, value);
    const u64 magnitude = bits & ~kDoubleSign;
    constexpr u64 kRebias = static_cast<u64>(1023 - Format::kBias) << 52U;
    const f64 size = __builtin_bit_cast(f64, magnitude);
    const f64 least_normal = power(1 - Format::kBias);
    const f64 below = size < least_normal ? size : 0;
    const auto subnormal = static_cast<u64>(below * power(Format::kBias - 1 + static_cast<int>(Format::kFractionBits)));
    const u64 finite = size < least_normal ? subnormal : (magnitude - kRebias) >> kShift;
    const u64 largest = size < power(Format::kBias + 1) ? finite : Format::kInfinity - u64 { 1 };
    const u64 number = __builtin_isinf(value) ? u64 { Format::kInfinity } : largest;
    return static_cast<u16>(__builtin_isnan(value) ? Format::kNan : number | (bits >> 63U) << 15U);
}

struct HalfPlain {
    static constexpr bool kFlush = false;
    static constexpr bool kSaturate = false;
    static constexpr bool kRelu = false;
};
struct HalfFtz : HalfPlain {
    static constexpr bool kFlush = true;
};
struct HalfSat : HalfPlain {
    static constexpr bool kSaturate = true;
};
struct HalfFtzSat : HalfFtz {
    static constexpr bool kSaturate = true;
};
struct HalfRelu : HalfPlain {
    static constexpr bool kRelu = true;
};
struct HalfFtzRelu : HalfFtz {
    static constexpr bool kRelu = true;
};

template <typename Format, typename Mode> [[gnu::always_inline]] inline u16 flushed_half(u16 half)
{
    if constexpr (Mode::kFlush)
        return static_cast<u16>((half & 0x7fffU) < Format::kLeastNormal ? half & 0x8000U : half);
    else
        return half;
}

// .sat turns NaN into +0; .relu keeps it and turns -0 and negative numbers into +0.
template <typename Format, typename Mode> [[gnu::always_inline]] inline u16 finished_half(u16 half)
{
    const u16 value = flushed_half<Format, Mode>(half);
    const bool nan = (value & 0x7fffU) > Format::kInfinity;
    if constexpr (Mode::kSaturate) {
        const u16 positive = nan || (value & 0x8000U) != 0 ? u16 { 0 } : value;
        return positive < Format::kOne ? positive : Format::kOne;
    } else if constexpr (Mode::kRelu) {
        return !nan && (value & 0x8000U) != 0 ? u16 { 0 } : value;
    } else {
        return value;
    }
}

} // namespace
} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET
