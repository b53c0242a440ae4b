#include "core/problem/expressions/number.h"

#include "core/base/number.h"

#include <cmath>

namespace warpstage::problem {

namespace {

// "2^22", both sides plain integers, the power within 64 bits.
std::optional<std::int64_t> parse_power(std::string_view base_text, std::string_view exponent_text)
{
    const auto base = number_in<std::int64_t>(base_text);
    const auto exponent = number_in<unsigned>(exponent_text);
    if (!base || !exponent || *exponent > 63)
        return std::nullopt;
    std::int64_t power = 1;
    for (unsigned i = 0; i < *exponent; ++i) {
        if (__builtin_mul_overflow(power, *base, &power))
            return std::nullopt;
    }
    return power;
}

} // namespace

std::optional<std::int64_t> parse_integer(std::string_view text)
{
    if (const auto caret = text.find('^'); caret != std::string_view::npos)
        return parse_power(text.substr(0, caret), text.substr(caret + 1));
    if (const auto plain = number_in<std::int64_t>(text))
        return plain;
    // "1e6". Above 2^53 a double cannot represent every integer.
    constexpr double kMaxExact = 9007199254740992.0;
    const auto real = number_in<double>(text);
    if (!real || std::abs(*real) > kMaxExact || std::trunc(*real) != *real)
        return std::nullopt;
    return static_cast<std::int64_t>(*real);
}

std::optional<double> parse_real(std::string_view text)
{
    const auto real = number_in<double>(text);
    return real && std::isfinite(*real) ? real : std::nullopt;
}

} // namespace warpstage::problem
