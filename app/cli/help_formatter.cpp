#include "app/cli/help_formatter.h"

#include "app/cli/paragraph.h"

namespace warpstage::cli {

namespace {

constexpr std::size_t kHelpColumn = 28; // column where descriptions begin

std::string lines_of(const std::string& text)
{
    std::string all;
    for (const auto& line : wrapped(text, kUsualColumns))
        all += line + "\n";
    return all;
}

} // namespace

std::string HelpFormatter::make_option(const CLI::Option* option, bool is_positional) const
{
    return hanging(
        "  " + make_option_name(option, is_positional) + make_option_opts(option), make_option_desc(option), kHelpColumn);
}

std::string HelpFormatter::make_subcommand(const CLI::App* command) const
{
    constexpr std::size_t kCommandColumn = 16;
    return hanging("  " + command->get_display_name(true), command->get_description(), kCommandColumn);
}

std::string HelpFormatter::make_description(const CLI::App* app) const
{
    return lines_of(CLI::Formatter::make_description(app));
}

std::string HelpFormatter::make_usage(const CLI::App* app, std::string name) const
{
    const auto usage = CLI::Formatter::make_usage(app, std::move(name));
    return lines_of(usage);
}

} // namespace warpstage::cli
