// Writes a figure to a file: PNG, SVG or PDF by its ending.
#pragma once

#include "app/draw/style.h"
#include "app/views/gallery/exhibit.h"
#include "app/views/view.h"

#include <filesystem>

namespace warpstage::figures {

inline constexpr std::uint32_t kUsualScale = 2; // pixels per point of a PNG

struct FigurePage {
    draw::Size size; // points
    draw::Theme theme = draw::Theme::light;
    std::uint32_t scale = kUsualScale;
};

// Errors: a file that cannot be written.
[[nodiscard]] Result<void> save_figure(
    const views::Exhibit& exhibit, std::string_view title, const std::filesystem::path& file, const FigurePage& page);

// The same for a kind of figure of a subject; the title names both. Errors: also a subject that has no such figure.
[[nodiscard]] Result<void> save_figure_of(
    const views::View& view, const views::Subject& subject, const std::filesystem::path& file, const FigurePage& page);

} // namespace warpstage::figures
