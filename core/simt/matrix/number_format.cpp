#include "core/simt/matrix/number_format.h"

#include "core/base/verify.h"
#include "core/simt/conversion.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <limits>

namespace warpstage::simt {

namespace {

enum class NumberKind : std::uint8_t {
    floating, // IEEE 754
    finite, // the same without infinities: only all bits set mean NaN
    signed_integer,
    unsigned_integer,
};

struct NumberTraits {
    std::string_view name;
    std::uint32_t bits;
    NumberKind kind;
    std::uint32_t exponent_bits; // of floating numbers
    std::uint32_t fraction_bits;
};

// In the order of the enumeration.
constexpr std::array kNumberTraits {
    NumberTraits { "f64", 64, NumberKind::floating, 11, 52 },
    NumberTraits { "f32", 32, NumberKind::floating, 8, 23 },
    NumberTraits { "tf32", 32, NumberKind::floating, 8, 10 },
    NumberTraits { "f16", 16, NumberKind::floating, 5, 10 },
    NumberTraits { "bf16", 16, NumberKind::floating, 8, 7 },
    NumberTraits { "e4m3", 8, NumberKind::finite, 4, 3 },
    NumberTraits { "e5m2", 8, NumberKind::floating, 5, 2 },
    NumberTraits { "s32", 32, NumberKind::signed_integer, 0, 0 },
    NumberTraits { "s8", 8, NumberKind::signed_integer, 0, 0 },
    NumberTraits { "u8", 8, NumberKind::unsigned_integer, 0, 0 },
    NumberTraits { "s4", 4, NumberKind::signed_integer, 0, 0 },
    NumberTraits { "u4", 4, NumberKind::unsigned_integer, 0, 0 },
    NumberTraits { "b1", 1, NumberKind::unsigned_integer, 0, 0 },
};
static_assert(kNumberTraits.size() == static_cast<std::size_t>(NumberFormat::b1) + 1);

constexpr std::uint32_t kDoubleFractionBits = 52;
constexpr int kDoubleBias = 1023;

const NumberTraits& traits_of_number(NumberFormat format)
{
    return kNumberTraits[static_cast<std::size_t>(format)];
}

double power_of_two(int exponent)
{
    return std::bit_cast<double>(static_cast<std::uint64_t>(kDoubleBias + exponent) << kDoubleFractionBits);
}

constexpr std::uint64_t lowest_bits(std::uint32_t count)
{
    return (std::uint64_t { 1 } << count) - 1;
}

// Formats of at most 19 bits.
double small_float(std::uint64_t bits, const NumberTraits& traits)
{
    const std::uint32_t sign_at = traits.exponent_bits + traits.fraction_bits;
    const std::uint64_t magnitude = bits & lowest_bits(sign_at);
    const std::uint64_t exponent = magnitude >> traits.fraction_bits;
    const std::uint64_t greatest = lowest_bits(traits.exponent_bits);
    const int bias = static_cast<int>(greatest >> 1U);
    double value = 0;
    if (traits.kind == NumberKind::finite ? magnitude == lowest_bits(sign_at) : exponent == greatest) {
        const bool infinite = traits.kind == NumberKind::floating && (magnitude & lowest_bits(traits.fraction_bits)) == 0;
        value = infinite ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    } else if (exponent == 0) {
        value = static_cast<double>(magnitude) * power_of_two(1 - bias - static_cast<int>(traits.fraction_bits));
    } else {
        value = std::bit_cast<double>((magnitude << (kDoubleFractionBits - traits.fraction_bits))
            + (static_cast<std::uint64_t>(kDoubleBias - bias) << kDoubleFractionBits));
    }
    return (bits >> sign_at & 1U) != 0 ? -value : value;
}

double integer_value(std::uint64_t bits, const NumberTraits& traits)
{
    const std::uint64_t value = bits & lowest_bits(traits.bits);
    const std::uint64_t sign = std::uint64_t { 1 } << (traits.bits - 1);
    const bool negative = traits.kind == NumberKind::signed_integer && (value & sign) != 0;
    return static_cast<double>(value) - (negative ? 2.0 * static_cast<double>(sign) : 0.0);
}

// As convert(); only results that are normal numbers or too large for it.
std::uint64_t half_bits(double number)
{
    constexpr std::uint64_t kSign = std::uint64_t { 1 } << 63U;
    constexpr std::uint32_t kDropped = 52 - 10;
    const auto bits = std::bit_cast<std::uint64_t>(number);
    const std::uint64_t magnitude = bits & ~kSign;
    const double size = std::bit_cast<double>(magnitude);
    if (!(size >= 0x1p-14 && size < 65520.0)) [[unlikely]]
        return convert(bits, Conversion { ptx::Type::f16, ptx::Type::f64, 2, 8 });
    constexpr std::uint64_t kRebias = std::uint64_t { 1023 - 15 } << 10U;
    const std::uint64_t even = magnitude >> kDropped & 1U;
    const std::uint64_t rounded = (magnitude + lowest_bits(kDropped - 1) + even) >> kDropped;
    return (rounded - kRebias) | (bits & kSign) >> 48U;
}

} // namespace

std::optional<NumberFormat> parse_number_format(std::string_view word)
{
    const auto* const found = std::find_if(
        kNumberTraits.begin(), kNumberTraits.end(), [word](const NumberTraits& traits) { return traits.name == word; });
    if (found == kNumberTraits.end())
        return std::nullopt;
    return static_cast<NumberFormat>(found - kNumberTraits.begin());
}

std::string_view name_of(NumberFormat format)
{
    return traits_of_number(format).name;
}

std::uint32_t bits_of(NumberFormat format)
{
    return traits_of_number(format).bits;
}

bool is_integer(NumberFormat format)
{
    const NumberKind kind = traits_of_number(format).kind;
    return kind == NumberKind::signed_integer || kind == NumberKind::unsigned_integer;
}

std::uint32_t register_bytes(NumberFormat format)
{
    return format == NumberFormat::f64 ? 8 : 4;
}

std::uint32_t numbers_per_register(NumberFormat format)
{
    return register_bytes(format) * 8 / bits_of(format);
}

double number_of(std::uint64_t bits, NumberFormat format)
{
    switch (format) {
    case NumberFormat::f64:
        return std::bit_cast<double>(bits);
    case NumberFormat::f32:
        return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    case NumberFormat::tf32: // the upper 19 bits of f32
        return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits) & 0xffff'e000U));
    case NumberFormat::f16:
    case NumberFormat::bf16:
    case NumberFormat::e4m3:
    case NumberFormat::e5m2:
        return small_float(bits, traits_of_number(format));
    case NumberFormat::s32:
    case NumberFormat::s8:
    case NumberFormat::u8:
    case NumberFormat::s4:
    case NumberFormat::u4:
    case NumberFormat::b1:
        return integer_value(bits, traits_of_number(format));
    }
    VERIFY_NOT_REACHED();
}

std::uint64_t bits_of_number(double number, NumberFormat format, bool saturates)
{
    if (format == NumberFormat::f64)
        return std::bit_cast<std::uint64_t>(number);
    if (format == NumberFormat::f32)
        return std::bit_cast<std::uint32_t>(static_cast<float>(number));
    if (format == NumberFormat::f16)
        return half_bits(number);
    VERIFY(format == NumberFormat::s32);
    using Limits = std::numeric_limits<std::int32_t>;
    if (saturates)
        number = std::clamp(number, static_cast<double>(Limits::min()), static_cast<double>(Limits::max()));
    return static_cast<std::uint32_t>(static_cast<std::int64_t>(number));
}

} // namespace warpstage::simt
