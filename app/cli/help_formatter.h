// Readable type names in --help: CLI11 alone writes "UINT:UINT in [1 - 5]" and "TEXT:DIR".
#pragma once

#include <CLI/CLI.hpp>

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace warpstage::cli {

// CLI11 appends the validator's name to the type name after a colon; where the validator's name is sufficient, the type name is
// dropped.
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kReadableKinds { {
    { "TEXT:DIR", "FOLDER" },
    { "TEXT:FILE", "FILE" },
    { "TEXT:PATH(existing)", "PATH" },
    { "TEXT:PATH(non-existing)", "PATH" },
    { "UINT:UINT in ", "UINT in " },
    { "INT:INT in ", "INT in " },
    { "FLOAT:FLOAT in ", "FLOAT in " },
    { "TEXT:{", "{" },
} };

inline std::string with_first_replaced(std::string text, std::string_view from, std::string_view to)
{
    if (const auto at = text.find(from); at != std::string::npos)
        text.replace(at, from.size(), to);
    return text;
}

// "UINT:UINT in [1 - 5]=2": "UINT in [1 - 5]=2"; "TEXT:DIR": "FOLDER"; "TEXT:{a,b}": "{a,b}".
[[nodiscard]] inline std::string readable_value(std::string text)
{
    for (const auto& [from, to] : kReadableKinds)
        text = with_first_replaced(std::move(text), from, to);
    return text;
}

// Wraps at the width of the terminal.
class HelpFormatter : public CLI::Formatter {
public:
    [[nodiscard]] std::string make_option_name(const CLI::Option* option, bool is_positional) const override
    {
        // CLI11 marks a negated flag with {false}; the flag's name is sufficient.
        return with_first_replaced(CLI::Formatter::make_option_name(option, is_positional), "{false}", "");
    }
    [[nodiscard]] std::string make_option_opts(const CLI::Option* option) const override
    {
        auto words = readable_value(CLI::Formatter::make_option_opts(option));
        // The list of excluded options is longer than the column of names, and a wrong combination is reported anyway.
        return words.substr(0, words.find(" Excludes:"));
    }
    [[nodiscard]] std::string make_option(const CLI::Option* option, bool is_positional) const override;
    [[nodiscard]] std::string make_subcommand(const CLI::App* command) const override;
    [[nodiscard]] std::string make_description(const CLI::App* app) const override;
    [[nodiscard]] std::string make_usage(const CLI::App* app, std::string name) const override;
};

} // namespace warpstage::cli
