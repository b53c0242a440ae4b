#include "core/lesson/files/toml_text.h"

#include <algorithm>
#include <optional>
#include <string>

namespace warpstage::lesson {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool begins_three_quotes(std::string_view text, std::size_t at)
{
    return text.substr(at, 3) == std::string(3, text[at]);
}

// The first byte after the string that begins with the quote at `at`; a string on one line ends at the end of the line at the
// latest.
std::size_t end_of_string(std::string_view text, std::size_t at)
{
    const char quote = text[at];
    const bool lines = begins_three_quotes(text, at);
    for (std::size_t i = at + (lines ? 3 : 1); i < text.size(); ++i) {
        if (text[i] == '\\' && quote == '"')
            ++i;
        else if (!lines && (text[i] == quote || text[i] == '\n'))
            return i + 1;
        else if (lines && text[i] == quote && begins_three_quotes(text, i)) {
            // Up to two quotes of the content may precede the three that end the string.
            const auto quotes = std::min<std::size_t>(text.substr(i).find_first_not_of(quote), 5);
            return std::min(i + quotes, text.size());
        }
    }
    return text.size();
}

std::optional<std::size_t> first_beyond_ascii(std::string_view text)
{
    std::size_t at = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    while (at < text.size()) {
        const char c = text[at];
        if (c == '#')
            at = std::min(text.find('\n', at), text.size());
        else if (c == '"' || c == '\'')
            at = end_of_string(text, at);
        else if (static_cast<unsigned char>(c) >= 0x80)
            return at;
        else
            ++at;
    }
    return std::nullopt;
}

} // namespace

toml::parse_result parse_toml(std::string_view text, std::string_view name)
{
    const auto at = first_beyond_ascii(text);
    if (!at)
        return toml::parse(text, name);
    const auto before = text.substr(0, *at);
    const auto line = static_cast<toml::source_index>(std::ranges::count(before, '\n') + 1);
    const auto column = static_cast<toml::source_index>(before.size() - (before.rfind('\n') + 1) + 1);
    return toml::parse_result { toml::parse_error { "Characters outside ASCII are allowed only in strings and comments",
        toml::source_position { line, column }, std::make_shared<const std::string>(name) } };
}

} // namespace warpstage::lesson
