#include "app/cli/figure/figure_details.h"

#include "app/cli/command.h"
#include "app/export/export.h"
#include "core/base/whole_file.h"

namespace warpstage::cli {

namespace {

constexpr std::uint32_t kMaxTile = 128; // smaller cells would be indistinguishable

// "32x32", "32x32+1".
Result<views::TileShape> parse_tile(const std::string& text)
{
    const auto plus = text.find('+');
    const auto sides = parse_sides(std::string_view { text }.substr(0, plus));
    const auto padding = plus == std::string::npos ? 0U : number_in<std::uint32_t>(std::string_view { text }.substr(plus + 1));
    if (!sides || !padding || sides->first == 0 || sides->second == 0
        || std::max({ sides->first, sides->second, *padding }) > kMaxTile)
        return Error { fmt::format(
            "`--tile` requires ROWSxCOLUMNS or ROWSxCOLUMNS+PADDING, for example 32x32+1, each number at most {}, not `{}`.",
            kMaxTile, text) };
    return views::TileShape { sides->first, sides->second, *padding };
}

Result<draw::Size> parse_page(const std::string& text)
{
    const auto sides = parse_sides(text).value_or(std::pair { 0U, 0U });
    const draw::Size size { static_cast<float>(sides.first), static_cast<float>(sides.second) };
    if (size.width < views::kSmallestPageWidth || size.height < views::kSmallestPageHeight || size.width > exporter::kMaxSide
        || size.height > exporter::kMaxSide)
        return Error { fmt::format(
            "`--size` requires WIDTHxHEIGHT in points, for example 760x440, from {}x{} to {}x{}, not `{}`.",
            views::kSmallestPageWidth, views::kSmallestPageHeight, exporter::kMaxSide, exporter::kMaxSide, text) };
    return size;
}

// "`banks`, `sectors`, `matrix` or `index`".
std::string figures_of_access()
{
    std::vector<std::string> ids;
    for (const views::View& view : views::all_views())
        if (view.figure.of_access)
            ids.push_back(fmt::format("`{}`", view.id));
    return text::alternatives(ids);
}

bool is_in_words(const views::View& view, const std::filesystem::path& file)
{
    return view.figure.text != nullptr && file.extension() == ".txt";
}

} // namespace

void add_figure_details(CLI::App& app, FigureDetails& details)
{
    auto& request = details.request;
    auto& asked = request.asked;
    add_architecture(app, request.architecture);
    app.get_option("--arch")->each([&request](const std::string&) { request.architecture_chosen = true; });
    app.add_option("--line", asked.line, "Number of the source line to show");
    app.add_option("--access", asked.access,
        "Memory access to show, numbered from 1 in program order: for `banks` and `matrix` among the accesses to shared memory, "
        "for `sectors` among those to global memory, for `index` in either, global memory first (default: the most costly one)");
    app.add_option("--warp", asked.warp, "Index of the warp to show, within its block");
    add_recorded_block(app, request.run.block);
    app.add_option("--iteration", asked.iteration, "Iteration of the reduction to show, numbered from 1");
    add_choice(app, "--axis", asked.axis, { { "order", views::StepAxis::order }, { "cycles", views::StepAxis::cycles } },
        "Axis of the figure `pipeline`: order of the recorded run, or cycles of the SM model")
        ->default_str("order");
    app.add_option("--step", asked.step,
        "Instruction of the recorded block, numbered from 0, after which the figure `waits` is drawn (default: the deadlock, or "
        "the first one with the most waiting warps)");
    add_parsed(app, "--tile", asked.tile, parse_tile,
        "Size of the kernel's tile in shared memory, ROWSxCOLUMNS[+PADDING], for example 32x32+1");
    app.add_option("--registers", asked.registers, "Registers per thread, as printed by `nvcc -Xptxas -v`");
    app.add_option("--blocks", request.run.resident_blocks,
           "Resident blocks per multiprocessor in the SM model (default: as many as the limits of the GPU allow)")
        ->check(CLI::Range(1U, 32U));
    app.add_option("--cycles", request.run.cycles,
           "Number of cycles of the SM model to show, beginning with the first cycle (default: all)")
        ->check(CLI::Range(1U, 1'000'000U));
    add_choice(app, "--theme", details.theme, { { "light", draw::Theme::light }, { "dark", draw::Theme::dark } },
        "Color theme: light or dark")
        ->default_str("light");
    app.add_option("--scale", details.scale,
           fmt::format("Pixels per point of a PNG, 1 to {} (default: {})", exporter::kMaxScale, figures::kUsualScale))
        ->check(CLI::Range(1U, exporter::kMaxScale));
    add_parsed(app, "--size", details.size, parse_page, "Page size in points, WIDTHxHEIGHT (default: depends on the figure)");
}

void check_details(const views::View& view, const FigureDetails& details, const std::filesystem::path& file)
{
    const bool as_png = !is_in_words(view, file) && or_refuse(exporter::format_of(file)) == exporter::Format::png;
    const auto& request = details.request;
    const bool of_lanes = view.figure.need == views::Need::recording || view.figure.need == views::Need::two_recordings;
    if (request.run.warp_width != kMaxLanes && !of_lanes)
        refuse(fmt::format("`--warp-width` applies only to figures of one recorded block. The figure `{}` shows a GPU, whose "
                           "warps have {} lanes.",
            view.id, kMaxLanes));
    if (request.asked.access && !view.figure.of_access)
        refuse(fmt::format("`--access` applies only to figures of one access ({}), not to `{}`.", figures_of_access(), view.id));
    if (details.scale && !as_png)
        refuse("`--scale` applies to PNG only. Use `--size` for SVG and PDF.");
}

void write_figure(
    const views::View& view, const views::Subject& subject, const FigureDetails& details, const std::filesystem::path& file)
{
    if (is_in_words(view, file)) {
        if (const auto written = write_whole_file(file, text::plain_spaces(view.figure.text(subject))); !written)
            refuse(fmt::format("Cannot write `{}`: {}.", file.string(), written.error().message));
        return;
    }
    or_refuse(figures::save_figure_of(view, subject, file,
        { details.size.value_or(view.figure.size), details.theme, details.scale.value_or(figures::kUsualScale) }));
}

} // namespace warpstage::cli
