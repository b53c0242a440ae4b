#include "core/lesson/files/toml_text.h"

#include "core/base/text_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

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

// The first such byte outside strings and comments of a text whose strings and comments are correct.
std::optional<std::size_t> misplaced(std::string_view text)
{
    std::size_t at = 0;
    while (at < text.size()) {
        const char c = text[at];
        if (c == '#')
            at = std::min(text.find('\n', at), text.size());
        else if (c == '"' || c == '\'')
            at = end_of_toml_string(text, at);
        else if (beyond_ascii(c))
            return at;
        else
            ++at;
    }
    return std::nullopt;
}

toml::parse_result error_at(std::size_t line, std::size_t column, std::string reason, std::string_view name)
{
    const toml::source_position place { static_cast<toml::source_index>(line), static_cast<toml::source_index>(column) };
    return toml::parse_result { toml::parse_error { std::move(reason), place, std::make_shared<const std::string>(name) } };
}

} // namespace

toml::parse_result parse_toml(std::string_view text, std::string_view name)
{
    if (const auto excess = excess_of(text, TextFormat::toml))
        return error_at(std::max<std::size_t>(excess->line, 1), 1, excess->reason, name);
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
    const auto line = static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1;
    const auto column = before.size() - (before.rfind('\n') + 1) + 1;
    return error_at(line, column, "Characters outside ASCII are allowed only in strings and comments", name);
}

} // namespace warpstage::lesson
