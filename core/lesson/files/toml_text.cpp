#include "core/lesson/files/toml_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

namespace warpstage::lesson {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool beyond_ascii(char c)
{
    return static_cast<unsigned char>(c) >= 0x80;
}

// Digits in place of the other bytes: equal texts stay equal, different ones different, and lines keep their numbers.
std::string in_ascii(std::string_view text)
{
    std::string ascii;
    for (const char c : text) {
        if (beyond_ascii(c))
            ascii += fmt::format("{:02x}", static_cast<unsigned char>(c));
        else
            ascii += c;
    }
    return ascii;
}

bool begins_three_quotes(std::string_view text, std::size_t at)
{
    return text.substr(at, 3) == std::string(3, text[at]);
}

// The first byte after the string that begins with the quote at `at`.
std::size_t end_of_string(std::string_view text, std::size_t at)
{
    const char quote = text[at];
    const bool lines = begins_three_quotes(text, at);
    for (std::size_t i = at + (lines ? 3 : 1); i < text.size(); ++i) {
        if (text[i] == '\\' && quote == '"') {
            ++i;
        } else if (text[i] == quote && !lines) {
            return i + 1;
        } else if (text[i] == quote && begins_three_quotes(text, i)) {
            // Up to two quotes of the content may precede the three that end the string.
            const auto quotes = std::min<std::size_t>(text.substr(i).find_first_not_of(quote), 5);
            return std::min(i + quotes, text.size());
        }
    }
    return text.size();
}

// The first such byte outside strings and comments of a text whose strings and comments are correct.
std::optional<std::size_t> misplaced(std::string_view text)
{
    std::size_t at = 0;
    while (at < text.size()) {
        const char c = text[at];
        if (c == '#')
            at = std::min(text.find('\n', at), text.size());
        else if (c == '"' || c == '\'')
            at = end_of_string(text, at);
        else if (beyond_ascii(c))
            return at;
        else
            ++at;
    }
    return std::nullopt;
}

} // namespace

toml::parse_result parse_toml(std::string_view text, std::string_view name)
{
    if (text.starts_with(kByteOrderMark))
        text.remove_prefix(kByteOrderMark.size());
    if (std::ranges::none_of(text, beyond_ascii))
        return toml::parse(text, name);
    // Where strings and comments begin and end is certain only if the whole text is correct.
    if (toml::parse_result ascii = toml::parse(in_ascii(text), name); !ascii)
        return ascii;
    const auto at = misplaced(text);
    if (!at)
        return toml::parse(text, name);
    const auto before = text.substr(0, *at);
    const auto line = static_cast<toml::source_index>(std::ranges::count(before, '\n') + 1);
    const auto column = static_cast<toml::source_index>(before.size() - (before.rfind('\n') + 1) + 1);
    return toml::parse_result { toml::parse_error { "Characters outside ASCII are allowed only in strings and comments",
        toml::source_position { line, column }, std::make_shared<const std::string>(name) } };
}

} // namespace warpstage::lesson
