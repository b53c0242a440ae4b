// What --help says about an option's value, in words for who reads it: CLI11 writes "UINT:UINT in [1 - 5]" and "TEXT:DIR".
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace warpstage::cli {

class HelpFormatter : public CLI::Formatter {
public:
    [[nodiscard]] std::string make_option_name(const CLI::Option* option, bool is_positional) const override;
    [[nodiscard]] std::string make_option_opts(const CLI::Option* option) const override;
};

// "UINT:UINT in [1 - 5]=2": "UINT in [1 - 5]=2"; "TEXT:DIR": "FOLDER"; "TEXT:{a,b}": "{a,b}".
[[nodiscard]] std::string readable_value(std::string text);

} // namespace warpstage::cli
