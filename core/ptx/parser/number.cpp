#include "core/ptx/parser/number.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <limits>

namespace warpstage::ptx {

namespace {

using Kind = ImmediateOperand::Kind;

constexpr std::uint64_t kMinimumMagnitude = std::uint64_t { 1 } << 63; // of the smallest signed 64-bit integer

enum class Sign : std::uint8_t { plus, minus };

bool is_bits_literal(std::string_view text, char lower, char upper)
{
    return text.size() > 2 && text[0] == '0' && (text[1] == lower || text[1] == upper);
}

bool is_decimal_float(std::string_view text)
{
    return !is_bits_literal(text, 'x', 'X') && text.find_first_of(".eE") != std::string_view::npos;
}

template <typename T> std::optional<T> whole(std::string_view digits, int base)
{
    T value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (error != std::errc {} || end != digits.data() + digits.size())
        return std::nullopt;
    return value;
}

std::optional<std::uint64_t> integer_value(TokenStream& tokens, const Token& token)
{
    std::string_view digits = token.text;
    int base = 10;
    if (is_bits_literal(digits, 'x', 'X'))
        base = 16;
    else if (is_bits_literal(digits, 'b', 'B'))
        base = 2;
    else if (digits.size() > 1 && digits[0] == '0' && digits[1] != 'U')
        base = 8;
    digits.remove_prefix(base == 16 || base == 2 ? 2 : 0);
    if (digits.ends_with('U'))
        digits.remove_suffix(1);
    if (const auto value = whole<std::uint64_t>(digits, base))
        return value;
    tokens.fail(token.line, fmt::format("{} is not a 64-bit integer", described(token)));
    return std::nullopt;
}

std::optional<ImmediateOperand> bits_literal(TokenStream& tokens, const Token& token, Kind kind, Sign sign)
{
    const std::size_t digits = kind == Kind::f32 ? 8 : 16;
    const auto bits = whole<std::uint64_t>(token.text.substr(2), 16);
    if (!bits || token.text.size() != digits + 2) {
        tokens.fail(token.line,
            fmt::format("{} is not a floating-point literal; `{}` must be followed by {} hexadecimal digits", described(token),
                token.text.substr(0, 2), digits));
        return std::nullopt;
    }
    const std::uint64_t sign_bit = kind == Kind::f32 ? std::uint64_t { 1 } << 31 : std::uint64_t { 1 } << 63;
    return ImmediateOperand { kind, sign == Sign::minus ? *bits ^ sign_bit : *bits };
}

std::optional<ImmediateOperand> decimal_float(TokenStream& tokens, const Token& token, Type type, Sign sign)
{
    double value = 0.0;
    const char* const last = token.text.data() + token.text.size();
    const auto [end, error] = std::from_chars(token.text.data(), last, value);
    if (error != std::errc {} || end != last) {
        tokens.fail(token.line, fmt::format("{} is out of the range of a double", described(token)));
        return std::nullopt;
    }
    value = sign == Sign::minus ? -value : value;
    if (type != Type::f32)
        return ImmediateOperand { Kind::f64, std::bit_cast<std::uint64_t>(value) };
    if (value > static_cast<double>(std::numeric_limits<float>::max())
        || value < static_cast<double>(std::numeric_limits<float>::lowest())) {
        tokens.fail(token.line, fmt::format("{} is out of the range of a 32-bit float", described(token)));
        return std::nullopt;
    }
    return ImmediateOperand { Kind::f32, std::bit_cast<std::uint32_t>(static_cast<float>(value)) };
}

} // namespace

std::optional<std::uint64_t> take_unsigned(TokenStream& tokens, std::string_view what, std::uint64_t greatest)
{
    const auto token = tokens.expect(Token::Kind::number, what);
    if (!token)
        return std::nullopt;
    const auto value = integer_value(tokens, *token);
    if (value && *value > greatest) {
        tokens.fail(token->line, fmt::format("{} is too large for {}; the maximum is {}", described(*token), what, greatest));
        return std::nullopt;
    }
    return value;
}

std::optional<std::int64_t> take_offset(TokenStream& tokens)
{
    Sign sign = Sign::plus;
    while (tokens.peek().is('+') || tokens.peek().is('-')) {
        if (tokens.take().is('-'))
            sign = sign == Sign::plus ? Sign::minus : Sign::plus;
    }
    const auto token = tokens.expect(Token::Kind::number, "a byte offset");
    if (!token)
        return std::nullopt;
    const auto value = integer_value(tokens, *token);
    if (!value)
        return std::nullopt;
    // Addresses wrap at 64 bits: only a negative number below the signed range is invalid.
    if (*value > kMinimumMagnitude - (sign == Sign::plus ? 1 : 0)) {
        tokens.fail(token->line, fmt::format("the offset {} is not a 64-bit integer", described(*token)));
        return std::nullopt;
    }
    return static_cast<std::int64_t>(sign == Sign::minus ? 0 - *value : *value);
}

std::optional<ImmediateOperand> take_immediate(TokenStream& tokens, Type type)
{
    const Sign sign = tokens.accept('-') ? Sign::minus : Sign::plus;
    const auto token = tokens.expect(Token::Kind::number, "a number");
    if (!token)
        return std::nullopt;
    if (is_bits_literal(token->text, 'f', 'F'))
        return bits_literal(tokens, *token, Kind::f32, sign);
    if (is_bits_literal(token->text, 'd', 'D'))
        return bits_literal(tokens, *token, Kind::f64, sign);
    if (is_decimal_float(token->text))
        return decimal_float(tokens, *token, type, sign);
    const auto value = integer_value(tokens, *token);
    if (!value)
        return std::nullopt;
    if (sign == Sign::minus && *value > kMinimumMagnitude) {
        tokens.fail(token->line, fmt::format("`-{}` is not a 64-bit integer", token->text));
        return std::nullopt;
    }
    return ImmediateOperand { Kind::integer, sign == Sign::minus ? 0 - *value : *value };
}

} // namespace warpstage::ptx
