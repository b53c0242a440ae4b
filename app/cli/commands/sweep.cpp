// `warpstage sweep`: runs a variant with each of several values of a parameter.
#include "app/cli/figure/figure.h"
#include "app/cli/option_groups.h"
#include "app/export/export.h"
#include "app/figures/curves.h"
#include "app/figures/page.h"

namespace warpstage::cli {

namespace {

constexpr draw::Size kSweepPage { 760, 440 };

struct SweepCommand {
    SweepOptions sweep;
    ReportFormat format = ReportFormat::text;
    std::filesystem::path picture; // empty: none
};

int sweep(const Common& common, const SweepCommand& options)
{
    if (!options.picture.empty())
        or_refuse(exporter::format_of(options.picture));
    const auto swept = sweep_over(common, options.sweep);
    print_report(swept, options.format);
    if (!options.picture.empty()) {
        const auto title = fmt::format("{} · {} · {}", swept.lesson, swept.variant, swept.parameter);
        or_refuse(figures::save_figure(or_refuse(figures::curves_of(swept)), title, options.picture, { kSweepPage }));
    }
    const bool wrong =
        std::ranges::any_of(swept.points, [](const bench::SweptPoint& point) { return point.line.correct == false; });
    return wrong ? kDiffers : kSuccess;
}

} // namespace

void add_sweep(CommandLine& line)
{
    auto& app =
        line.add("sweep", "Run a variant once for each value of a parameter and report time, throughput and memory efficiency");
    auto& options = line.options_of(
        app, sweep, [](const SweepCommand&) {}, [](const SweepCommand& command) { return desktop_of(command.picture); });
    auto& swept = options.sweep;
    add_variant(app, swept.lesson, swept.variant);
    add_parsed(app, "--parameter", swept.parameter, parse_swept,
        "Parameter and its values, NAME=FROM..TO[:STEP] or NAME=VALUE,VALUE,..., for example offset=0..32")
        ->required();
    app.add_option("--arch", swept.architectures,
           "Compute capability or GPU used for the analysis, for example 1.3, 3.5:8byte or GTX280; may be repeated (default: "
           "9.0)")
        ->allow_extra_args(false);
    add_repeat(app, swept.repeat, "Samples per value; the median is reported");
    add_no_check(app, swept.check);
    app.add_option("-o,--output", options.picture, "Write the curves to a .png, .svg or .pdf file");
    add_report_format(app, options.format);
}

} // namespace warpstage::cli
