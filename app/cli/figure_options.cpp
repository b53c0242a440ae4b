#include "app/cli/figure_options.h"

#include "app/cli/sides.h"
#include "app/export/export.h"
#include "app/views/gallery/exhibit.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

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
    app.add_option("--pass", figure.pass, "Pass of a reduction to show, from 1");
    app.add_option("--tile", raw.tile, "ROWSxCOLUMNS[+PADDING] of the kernel's tile in shared memory, as in 32x32+1");
    app.add_option("--registers", figure.registers, "Registers of a thread, as nvcc -Xptxas -v prints them");
    app.add_option("--with", figure.with, "Variant to compare with");
    app.add_option(
        "--parameter", raw.swept, "Values of a parameter for curves, as in offset=0..32, stride=1..32:2, block=64,128");
    app.add_option("--from", figure.from, "Saved result to draw: bench --json for bars, sweep --json for curves");
    app.add_flag("--published", figure.published, "Bars beside what the lectures printed");
    app.add_option("--theme", raw.theme, "light or dark")->check(CLI::IsMember({ "light", "dark" }))->capture_default_str();
    app.add_option("--scale", figure.scale,
           fmt::format(
               "Pixels of a PNG for each point, 1 to {}; usually {}", exporter::kLargestScale, FigureCommand::kUsualScale))
        ->check(CLI::Range(1U, exporter::kLargestScale));
    app.add_option("--size", raw.size, "WIDTHxHEIGHT of the page in points; else as suits the figure");
}

namespace {

constexpr std::uint32_t kLargestTile = 128; // more cells cannot be told apart in a picture

// "32x32", "32x32+1"; nothing where it is none.
std::optional<views::TileShape> parse_tile(std::string_view text)
{
    const std::size_t plus = text.find('+');
    const auto sides = parse_sides(text.substr(0, plus));
    views::TileShape tile;
    if (!sides)
        return std::nullopt;
    tile.rows = sides->first;
    tile.columns = sides->second;
    if (plus != std::string_view::npos) {
        const std::string_view padding = text.substr(plus + 1);
        const auto [end, error] = std::from_chars(padding.data(), padding.data() + padding.size(), tile.padding);
        if (error != std::errc {} || end != padding.data() + padding.size())
            return std::nullopt;
    }
    if (tile.rows == 0 || tile.columns == 0 || std::max({ tile.rows, tile.columns, tile.padding }) > kLargestTile)
        return std::nullopt;
    return tile;
}

} // namespace

Result<FigureCommand> finish_figure(const RawFigure& raw)
{
    FigureCommand figure = raw.command;
    if (figure.list)
        return figure;
    // Bars are of all variants, and a saved sweep says itself what it is of.
    const bool no_variant = figure.kind == "bars" || (figure.kind == "curves" && !figure.from.empty());
    const bool no_lesson = figure.kind == "curves" && !figure.from.empty();
    if (figure.kind.empty() || (figure.lesson.empty() && !no_lesson) || (figure.variant.empty() && !no_variant)
        || figure.output.empty())
        return Error { "figure wants KIND LESSON VARIANT and -o FILE, as in figure banks reduction reduce2 -o banks.svg; figure "
                       "--list shows the kinds." };
    if (!raw.tile.empty()) {
        figure.tile = parse_tile(raw.tile);
        if (!figure.tile)
            return Error { fmt::format(
                "--tile wants ROWSxCOLUMNS or ROWSxCOLUMNS+PADDING, as in 32x32+1, with at most {} of each, not "
                "`{}`.",
                kLargestTile, raw.tile) };
    }
    if (!raw.swept.empty()) {
        auto swept = parse_swept(raw.swept);
        if (!swept)
            return swept.error();
        figure.swept = std::move(*swept);
    }
    figure.theme = raw.theme == "dark" ? draw::Theme::dark : draw::Theme::light;
    if (raw.size.empty())
        return figure;
    const auto sides = parse_sides(raw.size);
    figure.size = sides ? draw::Size { static_cast<float>(sides->first), static_cast<float>(sides->second) } : draw::Size {};
    const auto [width, height] = *figure.size;
    if (width < views::kSmallestPageWidth || height < views::kSmallestPageHeight || width > exporter::kLargestSide
        || height > exporter::kLargestSide)
        return Error { fmt::format("--size wants WIDTHxHEIGHT in points, as in 760x440, from {}x{} to {}x{}, not `{}`.",
            views::kSmallestPageWidth, views::kSmallestPageHeight, exporter::kLargestSide, exporter::kLargestSide, raw.size) };
    return figure;
}

} // namespace warpstage::cli
