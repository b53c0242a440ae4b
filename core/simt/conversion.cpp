#include "core/simt/conversion.h"

#include "core/base/verify.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace warpstage::simt {

namespace {

constexpr float kNan32 = std::bit_cast<float>(0x7fff'ffffU);

unsigned bits_of(ptx::Type type)
{
    return ptx::size_of(type) * 8;
}

std::uint64_t low_bits(std::uint64_t value, unsigned count)
{
    return count >= 64 ? value : value & ((std::uint64_t { 1 } << count) - 1);
}

std::uint64_t sign_extended(std::uint64_t value, unsigned bits)
{
    const std::uint64_t low = low_bits(value, bits);
    const std::uint64_t sign = std::uint64_t { 1 } << (bits - 1);
    return (low ^ sign) - sign;
}

float flushed(float value)
{
    return std::fabs(value) < std::numeric_limits<float>::min() ? std::copysign(0.0F, value) : value;
}

double rounded_to_integral(double value, Rounding rounding)
{
    switch (rounding) {
    case Rounding::nearest_even:
        return std::nearbyint(value);
    case Rounding::nearest_away:
        return std::round(value);
    case Rounding::towards_zero:
        return std::trunc(value);
    case Rounding::down:
        return std::floor(value);
    case Rounding::up:
        return std::ceil(value);
    }
    VERIFY_NOT_REACHED();
}

// The processor rounds to nearest; if another direction is requested and the result was rounded the other way, it is off by one
// step. A long double represents every 64-bit integer and every double exactly (x87 extended precision, 64 bits of significand).
template <typename Float> Float rounded(long double exact, Rounding rounding)
{
    static_assert(std::numeric_limits<long double>::digits >= 64);
    const Float nearest = static_cast<Float>(exact);
    const long double difference = static_cast<long double>(nearest) - exact;
    constexpr Float kInfinity = std::numeric_limits<Float>::infinity();
    const bool too_high = difference > 0;
    const bool too_low = difference < 0;
    switch (rounding) {
    case Rounding::nearest_even:
        return nearest;
    case Rounding::nearest_away:
        break; // to tf32 only: see tf32_away()
    case Rounding::towards_zero:
        if (exact > 0 ? too_high : too_low)
            return std::nextafter(nearest, Float { 0 });
        return nearest;
    case Rounding::down:
        return too_high ? std::nextafter(nearest, -kInfinity) : nearest;
    case Rounding::up:
        return too_low ? std::nextafter(nearest, kInfinity) : nearest;
    }
    VERIFY_NOT_REACHED();
}

template <typename Float> Float saturated(Float value)
{
    const Float positive = value > 0 ? value : Float { 0 }; // NaN becomes +0
    return positive < 1 ? positive : Float { 1 };
}

// A binary format without processor support.
struct Format {
    int fraction_bits;
    int least_exponent; // of normal numbers
    std::uint64_t infinity;
    std::uint64_t nan;
    std::uint64_t sign;
    unsigned unused_bits; // below the fraction
};
constexpr Format kF16 { 10, -14, 0x7c00, 0x7fff, 0x8000, 0 };
constexpr Format kBf16 { 7, -126, 0x7f80, 0x7fff, 0x8000, 0 };
constexpr Format kTf32 { 10, -126, 0x3'fc00, 0x3'ffff, 0x4'0000, 13 }; // the upper 19 bits of f32

const Format* format_of(ptx::Type type)
{
    if (type == ptx::Type::f16)
        return &kF16;
    if (type == ptx::Type::bf16)
        return &kBf16;
    return type == ptx::Type::tf32 ? &kTf32 : nullptr;
}

long double rounded_magnitude(long double magnitude, Rounding rounding, bool negative)
{
    switch (rounding) {
    case Rounding::nearest_even:
        return std::nearbyint(magnitude);
    case Rounding::nearest_away:
        break;
    case Rounding::towards_zero:
        return std::floor(magnitude);
    case Rounding::down:
        return negative ? std::ceil(magnitude) : std::floor(magnitude);
    case Rounding::up:
        return negative ? std::floor(magnitude) : std::ceil(magnitude);
    }
    VERIFY_NOT_REACHED();
}

// Result for a magnitude beyond the largest number.
bool overflows_to_infinity(Rounding rounding, bool negative)
{
    switch (rounding) {
    case Rounding::nearest_even:
        return true;
    case Rounding::nearest_away:
        break;
    case Rounding::towards_zero:
        return false;
    case Rounding::down:
        return negative;
    case Rounding::up:
        return !negative;
    }
    VERIFY_NOT_REACHED();
}

std::uint64_t encoded(long double exact, const Format& format, const Conversion& conversion)
{
    const bool negative = std::signbit(exact);
    const long double magnitude = std::fabs(exact);
    std::uint64_t bits = format.infinity;
    if (std::isfinite(magnitude)) {
        const int exponent = magnitude == 0 ? format.least_exponent : std::max(std::ilogb(magnitude), format.least_exponent);
        const long double steps =
            rounded_magnitude(std::ldexp(magnitude, format.fraction_bits - exponent), conversion.rounding, negative);
        // Normal numbers have at least 2^fraction_bits steps, and the step count carries into the exponent. Exponents are below
        // 16384.
        bits = static_cast<std::uint64_t>(steps)
            + (static_cast<std::uint64_t>(exponent - format.least_exponent) << static_cast<unsigned>(format.fraction_bits));
        if (bits >= format.infinity)
            bits = overflows_to_infinity(conversion.rounding, negative) ? format.infinity : format.infinity - 1;
    }
    const bool finite = conversion.clamp == Clamp::finite || conversion.clamp == Clamp::finite_relu;
    if (finite && bits == format.infinity)
        bits = format.infinity - 1;
    return (bits | (negative ? format.sign : 0)) << format.unused_bits;
}

// .sat and .relu before rounding: the bounds are representable in the format, so the order does not matter.
long double clamped(long double exact, Clamp clamp)
{
    if ((clamp == Clamp::relu || clamp == Clamp::finite_relu || clamp == Clamp::saturate) && std::signbit(exact))
        return 0;
    return clamp == Clamp::saturate && exact > 1 ? 1 : exact;
}

// As on an H200: for a double's NaN, the bits of the payload that fit are kept; otherwise the result is the canonical NaN of the
// format.
std::uint64_t nan_bits(double value, const Format& format, const Conversion& conversion)
{
    if (conversion.from != ptx::Type::f64)
        return format.nan << format.unused_bits;
    constexpr int kFractionBits = 52;
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const std::uint64_t fraction =
        (bits & ((std::uint64_t { 1 } << kFractionBits) - 1)) >> static_cast<unsigned>(kFractionBits - format.fraction_bits);
    return (((bits >> 63U) != 0 ? format.sign : 0) | format.infinity | fraction) << format.unused_bits;
}

std::uint64_t format_bits(double value, long double exact, const Format& format, const Conversion& conversion)
{
    if (std::isnan(value)) {
        if (conversion.clamp == Clamp::saturate)
            return 0;
        return nan_bits(value, format, conversion);
    }
    return encoded(clamped(exact, conversion.clamp), format, conversion);
}

// As on an H200: for a double's NaN, the bits of the payload that fit are kept; a bf16 is the upper half of an f32, NaN or not.
float nan_of(double value, const Conversion& conversion)
{
    if (conversion.from == ptx::Type::f64)
        return static_cast<float>(value);
    if (conversion.from != ptx::Type::bf16 || conversion.flush)
        return kNan32;
    const auto bits = std::bit_cast<std::uint64_t>(value);
    return std::bit_cast<float>(
        static_cast<std::uint32_t>((bits >> 32U & 0x8000'0000U) | 0x7f80'0000U | (bits >> 29U & 0x7f'ffffU)));
}

// As on an H200: the payload is kept and the NaN is quiet; with .ftz it is that of an f32.
double wide_nan_of(double value, const Conversion& conversion)
{
    if (conversion.flush)
        return static_cast<double>(kNan32);
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) | std::uint64_t { 1 } << 51U);
}

std::uint64_t float_bits(double value, long double exact, const Conversion& conversion)
{
    if (const Format* format = format_of(conversion.to))
        return format_bits(value, exact, *format, conversion);
    if (conversion.to == ptx::Type::f64) {
        double result = std::isnan(value) ? wide_nan_of(value, conversion) : rounded<double>(exact, conversion.rounding);
        if (conversion.clamp == Clamp::saturate)
            result = saturated(result);
        return std::bit_cast<std::uint64_t>(result);
    }
    float result = std::isnan(value) ? nan_of(value, conversion) : rounded<float>(exact, conversion.rounding);
    if (conversion.clamp == Clamp::saturate)
        result = saturated(result);
    if (conversion.flush)
        result = flushed(result);
    return std::bit_cast<std::uint32_t>(result);
}

std::uint64_t float_to_float(double value, const Conversion& conversion)
{
    const double source = conversion.to_integral ? rounded_to_integral(value, conversion.rounding) : value;
    return float_bits(source, static_cast<long double>(source), conversion);
}

std::uint64_t integer_to_float(std::uint64_t bits, const Conversion& conversion)
{
    const unsigned width = bits_of(conversion.from);
    const long double exact = ptx::is_signed(conversion.from)
        ? static_cast<long double>(std::bit_cast<std::int64_t>(sign_extended(bits, width)))
        : static_cast<long double>(low_bits(bits, width));
    return float_bits(0, exact, conversion);
}

// Out-of-range numbers become the nearest number of the type. NaN becomes 0, or the number with only the highest bit set if one
// of the types has 64 bits.
std::uint64_t float_to_integer(double value, const Conversion& conversion)
{
    const unsigned width = bits_of(conversion.to);
    if (std::isnan(value)) {
        const bool wide = conversion.from == ptx::Type::f64 || width == 64;
        return wide ? std::uint64_t { 1 } << (width - 1) : 0;
    }
    const double whole = rounded_to_integral(value, conversion.rounding);
    if (ptx::is_signed(conversion.to)) {
        const double limit = std::ldexp(1.0, static_cast<int>(width) - 1);
        const std::uint64_t highest = (std::uint64_t { 1 } << (width - 1)) - 1;
        if (whole >= limit)
            return highest;
        if (whole <= -limit)
            return ~highest;
        return std::bit_cast<std::uint64_t>(static_cast<std::int64_t>(whole));
    }
    if (whole >= std::ldexp(1.0, static_cast<int>(width)))
        return low_bits(~std::uint64_t { 0 }, width);
    return whole <= 0 ? 0 : static_cast<std::uint64_t>(whole);
}

std::uint64_t integer_to_integer(std::uint64_t bits, const Conversion& conversion)
{
    const unsigned from = bits_of(conversion.from);
    const unsigned to = bits_of(conversion.to);
    const bool from_signed = ptx::is_signed(conversion.from);
    const std::uint64_t value = from_signed ? sign_extended(bits, from) : low_bits(bits, from);
    if (conversion.clamp != Clamp::saturate)
        return value;
    const bool negative = from_signed && std::bit_cast<std::int64_t>(value) < 0;
    if (!ptx::is_signed(conversion.to)) {
        const std::uint64_t highest = low_bits(~std::uint64_t { 0 }, to);
        return negative ? 0 : (value > highest ? highest : value);
    }
    const std::uint64_t highest = (std::uint64_t { 1 } << (to - 1)) - 1;
    if (negative)
        return std::bit_cast<std::int64_t>(value) < std::bit_cast<std::int64_t>(~highest) ? ~highest : value;
    return value > highest ? highest : value;
}

double decoded(std::uint64_t bits, const Format& format)
{
    const std::uint64_t magnitude = bits & (format.sign - 1);
    const std::uint64_t fraction = magnitude & ((std::uint64_t { 1 } << static_cast<unsigned>(format.fraction_bits)) - 1);
    const auto exponent = static_cast<int>(magnitude >> static_cast<unsigned>(format.fraction_bits));
    const auto steps = static_cast<double>(exponent == 0
            ? fraction
            : magnitude - (static_cast<std::uint64_t>(exponent - 1) << static_cast<unsigned>(format.fraction_bits)));
    double size = std::ldexp(steps, std::max(exponent, 1) - 1 + format.least_exponent - format.fraction_bits);
    if (magnitude > format.infinity) {
        constexpr std::uint64_t kInfinity = std::uint64_t { 0x7ff } << 52U;
        size = std::bit_cast<double>(kInfinity | fraction << static_cast<unsigned>(52 - format.fraction_bits));
    } else if (magnitude == format.infinity) {
        size = std::numeric_limits<double>::infinity();
    }
    return (bits & format.sign) != 0 ? -size : size;
}

double float_value(std::uint64_t bits, const Conversion& conversion)
{
    if (const Format* format = format_of(conversion.from))
        return decoded(bits, *format);
    if (conversion.from == ptx::Type::f64)
        return std::bit_cast<double>(bits);
    const float value = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    // To f16, an H200 rounds a subnormal number and does not flush it.
    return static_cast<double>(conversion.flush && conversion.to != ptx::Type::f16 ? flushed(value) : value);
}

} // namespace

namespace {

// cvt.rna.tf32.f32 as ptxas of CUDA 13.0 writes it for sm_90a, with integer instructions: a NaN with a small payload becomes
// infinity, and .satfinite changes each NaN.
std::uint32_t tf32_away(std::uint32_t bits, Clamp clamp)
{
    constexpr std::uint32_t kMagnitude = 0x7fff'ffff;
    constexpr std::uint32_t kInfinity = 0x7f80'0000;
    constexpr std::uint32_t kLastBit = 0x2000;
    const bool is_finite = (bits & kMagnitude) < kInfinity;
    const std::uint32_t result = (is_finite ? bits + kLastBit / 2 : bits) & ~(kLastBit - 1);
    return clamp == Clamp::finite && (result & kMagnitude) >= kInfinity ? result - kLastBit : result;
}

} // namespace

std::uint64_t convert(std::uint64_t bits, const Conversion& conversion)
{
    if (conversion.rounding == Rounding::nearest_away && conversion.to == ptx::Type::tf32)
        return tf32_away(static_cast<std::uint32_t>(bits), conversion.clamp);
    const bool from_float = ptx::is_float(conversion.from);
    const bool plain = !conversion.flush && !conversion.to_integral && conversion.clamp == Clamp::none;
    if (plain && conversion.to == conversion.from && conversion.to == ptx::Type::f32)
        return low_bits(bits, 32); // a NaN, too
    if (ptx::is_float(conversion.to))
        return from_float ? float_to_float(float_value(bits, conversion), conversion) : integer_to_float(bits, conversion);
    const std::uint64_t result =
        from_float ? float_to_integer(float_value(bits, conversion), conversion) : integer_to_integer(bits, conversion);
    const unsigned width = bits_of(conversion.to);
    const std::uint64_t wide = ptx::is_signed(conversion.to) ? sign_extended(result, width) : low_bits(result, width);
    return low_bits(wide, conversion.to_lane_bytes * 8U);
}

// Written so that they vectorize: addresses of arrays are converted in nearly every loop, often from a wider register.
template <typename From, typename To> bool convert_integers(WarpState& state, const Operation& operation)
{
    const auto conversion = std::bit_cast<Conversion>(operation.displacement);
    const unsigned from_unused = 64 - bits_of(conversion.from);
    const unsigned to_unused = 64 - bits_of(conversion.to);
    const bool from_signed = ptx::is_signed(conversion.from);
    const bool to_signed = ptx::is_signed(conversion.to);
    const auto* const a = reinterpret_cast<const From*>(state.registers + operation.a);
    auto* const d = reinterpret_cast<To*>(state.registers + operation.d);
    const auto extended = [](std::uint64_t bits, unsigned unused, bool is_signed) {
        const std::uint64_t high = bits << unused;
        return is_signed ? static_cast<std::uint64_t>(static_cast<std::int64_t>(high) >> unused) : high >> unused;
    };
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
        const auto result = static_cast<To>(extended(extended(a[lane], from_unused, from_signed), to_unused, to_signed));
        d[lane] = state.blend[lane] != 0 ? result : d[lane];
    }
    return true;
}

Handler handler_of(const Conversion& conversion)
{
    if (ptx::is_float(conversion.from) || ptx::is_float(conversion.to) || conversion.clamp != Clamp::none)
        return &convert_lanes;
    const auto to = [&]<typename From>(From) -> Handler {
        if (conversion.to_lane_bytes == 2)
            return &convert_integers<From, std::uint16_t>;
        return conversion.to_lane_bytes == 4 ? &convert_integers<From, std::uint32_t> : &convert_integers<From, std::uint64_t>;
    };
    if (conversion.from_lane_bytes == 2)
        return to(std::uint16_t {});
    return conversion.from_lane_bytes == 4 ? to(std::uint32_t {}) : to(std::uint64_t {});
}

bool convert_lanes(WarpState& state, const Operation& operation)
{
    const auto conversion = std::bit_cast<Conversion>(operation.displacement);
    for_each_lane(state.active, [&](unsigned lane) {
        std::uint64_t bits = 0;
        std::memcpy(
            &bits, state.registers + operation.a + std::size_t { lane } * conversion.from_lane_bytes, conversion.from_lane_bytes);
        const std::uint64_t result = convert(bits, conversion);
        std::memcpy(
            state.registers + operation.d + std::size_t { lane } * conversion.to_lane_bytes, &result, conversion.to_lane_bytes);
    });
    return true;
}

} // namespace warpstage::simt
