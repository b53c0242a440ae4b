#include "app/cli/figure_options.h"

#include "app/cli/sides.h"
#include "app/export/export.h"
#include "app/figure/gallery/kind.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace warpstage::cli {

void add_figure(CLI::App& app, RawFigure& raw)
{
    FigureCommand& figure = raw.command;
    app.add_option("KIND", figure.kind, "What to draw: see --list");
    app.add_option("LESSON", figure.lesson);
    app.add_option("VARIANT", figure.variant);
    app.add_option("-o,--output", figure.output, "File to write: .png, .svg or .pdf");
    app.add_flag("--list", figure.list, "The kinds of figures");
    app.add_option("--arch", figure.architecture, "Whose rules: a compute capability or a GPU, as in 1.3, 3.5:8byte, GTX280")
        ->capture_default_str();
    app.add_option("--line", figure.line, "Source line to show");
    app.add_option("--access", figure.access, "Access of shared memory to show, from 1 in the order of the program");
    app.add_option("--warp", figure.warp, "Warp of the block to show");
    app.add_option("--block", figure.block, "Block to record, by its linear index")->capture_default_str();
    app.add_option("--theme", raw.theme, "light or dark")->check(CLI::IsMember({ "light", "dark" }))->capture_default_str();
    app.add_option("--scale", figure.scale,
           fmt::format(
               "Pixels of a PNG for each point, 1 to {}; usually {}", exporter::kLargestScale, FigureCommand::kUsualScale))
        ->check(CLI::Range(1U, exporter::kLargestScale));
    app.add_option("--size", raw.size, "WIDTHxHEIGHT of the page in points; else as suits the figure");
}

Result<FigureCommand> finish_figure(const RawFigure& raw)
{
    FigureCommand figure = raw.command;
    if (figure.list)
        return figure;
    if (figure.kind.empty() || figure.lesson.empty() || figure.variant.empty() || figure.output.empty())
        return Error { "figure wants KIND LESSON VARIANT and -o FILE, as in figure banks reduction reduce2 -o banks.svg; figure "
                       "--list shows the kinds." };
    figure.theme = raw.theme == "dark" ? figure::Theme::dark : figure::Theme::light;
    if (raw.size.empty())
        return figure;
    const auto sides = parse_sides(raw.size);
    figure.size = sides ? figure::Size { static_cast<float>(sides->first), static_cast<float>(sides->second) } : figure::Size {};
    const auto [width, height] = *figure.size;
    if (width < figure::kSmallestPageWidth || height < figure::kSmallestPageHeight || width > exporter::kLargestSide
        || height > exporter::kLargestSide)
        return Error { fmt::format("--size wants WIDTHxHEIGHT in points, as in 760x440, from {}x{} to {}x{}, not `{}`.",
            figure::kSmallestPageWidth, figure::kSmallestPageHeight, exporter::kLargestSide, exporter::kLargestSide, raw.size) };
    return figure;
}

} // namespace warpstage::cli
