// `warpstage list`: what there is to show.
#include "app/cli/command.h"

namespace warpstage::cli {

namespace {

void print_parameter(const problem::Parameter& parameter, const problem::Settings& settings)
{
    const auto choices = fmt::format("{}", fmt::join(parameter.choices, ", "));
    fmt::print("      {:<12} {} = {}{}{}\n", parameter.id, parameter.label, settings.text(parameter.id),
        parameter.unit.empty() ? "" : " " + parameter.unit, choices.empty() ? "" : fmt::format("   ({})", choices));
}

int list(const Common& common, const NoOptions& /*options*/)
{
    const auto assets = or_refuse(find_assets(common));
    for (const auto& lesson : assets.catalog->lessons()) {
        fmt::print("{} · {} (--lesson {})\n  {}\n  variants\n", lesson->number, lesson->title, lesson->id, lesson->summary);
        for (const auto& variant : lesson->variants)
            fmt::print("      {:<12} {}\n", variant.id, variant.summary);
        fmt::print("  parameters (--set NAME=VALUE)\n");
        const auto settings = lesson->initial_settings();
        for (const auto& parameter : lesson->problem->parameters())
            print_parameter(parameter, settings);
        fmt::print("\n");
    }
    for (const auto& broken : assets.catalog->broken())
        fmt::print("broken: {}\n  {}\n\n", broken.folder.string(), broken.reason);
    for (const auto& sentence : assets.catalog->replaced())
        fmt::print("{}\n", sentence);
    return kSuccess;
}

} // namespace

void add_list(CommandLine& line)
{
    line.options_of(line.add("list", "Lessons, their variants and parameters; broken lessons with the reason"), list);
}

} // namespace warpstage::cli
