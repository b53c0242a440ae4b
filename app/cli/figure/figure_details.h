// What a figure shows and how it is drawn, for `warpstage figure` and the figures of `warpstage run`.
#pragma once

#include "app/cli/figure/figure.h"
#include "app/figures/page.h"
#include "app/views/view.h"

namespace warpstage::cli {

struct FigureDetails {
    FigureRequest request;
    draw::Theme theme = draw::Theme::light;
    std::optional<std::uint32_t> scale; // of a PNG
    std::optional<draw::Size> size; // of the page in points; nothing: the default of the kind
};

// The options that need no lesson: --arch, --line, --access, --warp, --block, --theme, …
void add_figure_details(CLI::App& app, FigureDetails& details);

// Refuses: details that this kind of figure or the format of the file does not have, an unknown format.
void check_details(const views::View& view, const FigureDetails& details, const std::filesystem::path& file);

// A file .txt receives the figure in words, if it has some. Refuses: a subject that has no such figure, a file that cannot be
// written.
void write_figure(
    const views::View& view, const views::Subject& subject, const FigureDetails& details, const std::filesystem::path& file);

} // namespace warpstage::cli
