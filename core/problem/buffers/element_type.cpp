#include "core/problem/buffers/element_type.h"

#include "core/base/text.h"
#include "core/base/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace warpstage::problem {

namespace {

using ptx::Type;

constexpr std::array kElementTypes { Type::s8, Type::u8, Type::s16, Type::u16, Type::s32, Type::u32, Type::s64, Type::u64,
    Type::f16, Type::bf16, Type::f32, Type::f64 };

// A 16-bit floating-point format (IEEE 754-2008, 3.4; bfloat16 is the upper half of binary32).
struct HalfFormat {
    int fraction_bits;
    int bias;
};
constexpr HalfFormat kHalf { 10, 15 };
constexpr HalfFormat kBfloat { 7, 127 };

std::uint16_t encode(double value, HalfFormat format)
{
    const int exponent_bits = 15 - format.fraction_bits;
    const auto infinity = static_cast<std::uint16_t>(
        ((1U << static_cast<unsigned>(exponent_bits)) - 1) << static_cast<unsigned>(format.fraction_bits));
    const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000U : 0U);
    if (std::isnan(value))
        return 0x7fff;
    if (std::isinf(value))
        return static_cast<std::uint16_t>(sign | infinity);
    // The unit in the last place, which does not decrease below the smallest normal number. The processor's default rounding is
    // to nearest, ties to even; scaling by a power of two is exact.
    const double magnitude = std::abs(value);
    const int smallest = 1 - format.bias;
    const int exponent = magnitude == 0.0 ? smallest : std::max(std::ilogb(magnitude), smallest);
    const auto units = static_cast<std::uint32_t>(std::nearbyint(std::ldexp(magnitude, format.fraction_bits - exponent)));
    // The units of a normal number include the leading one, which adds 1 to the exponent field; a carry out of the fraction adds
    // another 1.
    const auto field = static_cast<std::uint32_t>(exponent - smallest) << static_cast<unsigned>(format.fraction_bits);
    return static_cast<std::uint16_t>(sign | std::min<std::uint32_t>(field + units, infinity));
}

double decode(std::uint16_t bits, HalfFormat format)
{
    const auto fraction_mask = (1U << static_cast<unsigned>(format.fraction_bits)) - 1;
    const auto field = static_cast<int>((bits & 0x7fffU) >> static_cast<unsigned>(format.fraction_bits));
    const auto fraction = static_cast<int>(bits & fraction_mask);
    const int greatest = (1 << (15 - format.fraction_bits)) - 1;
    double magnitude = 0.0;
    if (field == greatest)
        magnitude = fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    else if (field == 0)
        magnitude = std::ldexp(fraction, 1 - format.bias - format.fraction_bits);
    else
        magnitude = std::ldexp(fraction + (1 << format.fraction_bits), field - format.bias - format.fraction_bits);
    return (bits & 0x8000U) != 0 ? -magnitude : magnitude;
}

template <typename Number> void append(std::vector<std::byte>& bytes, Number number)
{
    const auto at = bytes.size();
    bytes.resize(at + sizeof(Number));
    std::memcpy(bytes.data() + at, &number, sizeof(Number));
}

// Calls visit with element `index` as a number: an integer of its type, a float or a double.
template <typename Visit> auto visit_element(std::span<const std::byte> bytes, Type type, std::size_t index, Visit&& visit)
{
    const auto size = ptx::size_of(type);
    VERIFY((index + 1) * size <= bytes.size());
    const auto as = [&]<typename Number>(Number number) {
        std::memcpy(&number, bytes.data() + index * size, sizeof(Number));
        return number;
    };
    switch (type) {
    case Type::s8:
        return visit(as(std::int8_t {}));
    case Type::u8:
        return visit(as(std::uint8_t {}));
    case Type::s16:
        return visit(as(std::int16_t {}));
    case Type::u16:
        return visit(as(std::uint16_t {}));
    case Type::s32:
        return visit(as(std::int32_t {}));
    case Type::u32:
        return visit(as(std::uint32_t {}));
    case Type::s64:
        return visit(as(std::int64_t {}));
    case Type::u64:
        return visit(as(std::uint64_t {}));
    case Type::f16:
        return visit(static_cast<float>(decode(as(std::uint16_t {}), kHalf)));
    case Type::bf16:
        return visit(static_cast<float>(decode(as(std::uint16_t {}), kBfloat)));
    case Type::f32:
        return visit(as(float {}));
    case Type::f64:
        return visit(as(double {}));
    case Type::b8:
    case Type::b16:
    case Type::b32:
    case Type::b64:
    case Type::b128:
    case Type::f16x2:
    case Type::bf16x2:
    case Type::tf32:
    case Type::pred:
        break;
    }
    VERIFY_NOT_REACHED();
}

} // namespace

std::optional<ptx::Type> parse_element_type(std::string_view word)
{
    const auto type = ptx::parse_type(word);
    if (!type || std::ranges::find(kElementTypes, *type) == kElementTypes.end())
        return std::nullopt;
    return type;
}

std::string element_type_names()
{
    std::vector<std::string> names;
    for (const auto type : kElementTypes)
        names.emplace_back(ptx::name_of(type));
    return text::alternatives(names);
}

std::int64_t least_of(Type type)
{
    if (!ptx::is_signed(type))
        return 0;
    return std::numeric_limits<std::int64_t>::min() >> (64 - 8 * ptx::size_of(type));
}

std::int64_t greatest_of(Type type)
{
    const auto bits = 8 * ptx::size_of(type) - (ptx::is_signed(type) ? 1 : 0);
    return bits >= 63 ? std::numeric_limits<std::int64_t>::max() : (std::int64_t { 1 } << bits) - 1;
}

void append_integer(std::vector<std::byte>& bytes, Type type, std::int64_t value)
{
    VERIFY(!ptx::is_float(type) && value >= least_of(type) && value <= greatest_of(type));
    const auto size = ptx::size_of(type);
    const auto at = bytes.size();
    bytes.resize(at + size);
    std::memcpy(bytes.data() + at, &value, size); // x86-64 is little endian
}

void append_real(std::vector<std::byte>& bytes, Type type, double value)
{
    if (type == Type::f64)
        append(bytes, value);
    else if (type == Type::f32)
        append(bytes, static_cast<float>(value));
    else
        append(bytes, encode(value, type == Type::f16 ? kHalf : kBfloat));
    VERIFY(ptx::is_float(type));
}

double number_of(std::span<const std::byte> bytes, Type type, std::size_t index)
{
    return visit_element(bytes, type, index, [](auto number) { return static_cast<double>(number); });
}

std::int64_t whole_number_of(std::span<const std::byte> bytes, Type type, std::size_t index)
{
    VERIFY(!ptx::is_float(type));
    return visit_element(bytes, type, index, [](auto number) { return static_cast<std::int64_t>(number); });
}

std::string text_of(std::span<const std::byte> bytes, Type type, std::size_t index)
{
    return visit_element(bytes, type, index, [](auto number) {
        // An 8-bit integer is a number, not a character.
        if constexpr (sizeof(number) == 1)
            return fmt::format("{}", static_cast<int>(number));
        else
            return fmt::format("{}", number);
    });
}

} // namespace warpstage::problem
