#include "app/cli/report_format.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace warpstage::cli {

namespace {

constexpr std::array<std::pair<std::string_view, ReportFormat>, 3> kFormats { { { "text", ReportFormat::text },
    { "json", ReportFormat::json }, { "csv", ReportFormat::csv } } };
constexpr std::array<std::pair<std::string_view, analysis::Level>, 5> kLevels { { { "kernel", analysis::Level::kernel },
    { "line", analysis::Level::line }, { "instruction", analysis::Level::instruction }, { "access", analysis::Level::access },
    { "pass", analysis::Level::pass } } };

template <typename Named> std::vector<std::string> choices_of(const Named& named)
{
    std::vector<std::string> names;
    for (const auto& [name, value] : named)
        names.emplace_back(name);
    return names;
}

} // namespace

void add_report(CLI::App& command, RawReport& raw)
{
    auto* format = command.add_option("--format", raw.format, "text, json or csv")
                       ->check(CLI::IsMember(choices_of(kFormats)))
                       ->capture_default_str();
    auto* json = command.add_flag("--json", raw.json, "Short for --format json")->excludes(format);
    command.add_flag("--csv", raw.csv, "Short for --format csv")->excludes(format)->excludes(json);
}

ReportFormat format_of(const RawReport& raw)
{
    if (raw.json)
        return ReportFormat::json;
    if (raw.csv)
        return ReportFormat::csv;
    return std::ranges::find(kFormats, raw.format, [](const auto& one) { return one.first; })->second;
}

void add_level(CLI::App& command, RawReport& raw)
{
    command
        .add_option(
            "--by", raw.level, "How finely: kernel, line, instruction, access, or pass (what a loop's branch does pass by pass)")
        ->check(CLI::IsMember(choices_of(kLevels)));
}

std::optional<analysis::Level> level_of(const RawReport& raw)
{
    if (raw.level.empty())
        return std::nullopt;
    return std::ranges::find(kLevels, raw.level, [](const auto& one) { return one.first; })->second;
}

} // namespace warpstage::cli
