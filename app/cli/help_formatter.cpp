#include "app/cli/help_formatter.h"

#include <array>
#include <string_view>
#include <utility>

namespace warpstage::cli {

namespace {

// A validator's words stand behind the type's name and a colon; where they say all, the type goes.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kReadableKinds { {
    { "TEXT:DIR", "FOLDER" },
    { "TEXT:FILE", "FILE" },
    { "TEXT:PATH(existing)", "PATH" },
    { "TEXT:PATH(non-existing)", "PATH" },
} };

void replace_first(std::string& text, std::string_view from, std::string_view to)
{
    if (const auto at = text.find(from); at != std::string::npos)
        text.replace(at, from.size(), to);
}

} // namespace

std::string readable_value(std::string text)
{
    for (const auto& [from, to] : kReadableKinds)
        replace_first(text, from, to);
    for (const std::string_view type : { "UINT", "INT", "FLOAT" })
        replace_first(text, std::string { type } + ":" + std::string { type } + " in ", std::string { type } + " in ");
    replace_first(text, "TEXT:{", "{");
    return text;
}

std::string HelpFormatter::make_option_name(const CLI::Option* option, bool is_positional) const
{
    auto name = CLI::Formatter::make_option_name(option, is_positional);
    replace_first(name, "{false}", ""); // a flag that takes something back: its name says so
    return name;
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const
{
    return readable_value(CLI::Formatter::make_option_opts(option));
}

} // namespace warpstage::cli
