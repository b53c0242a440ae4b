// The content of a view as a figure on its page, with what names its files.
#pragma once

#include "app/views/view.h"
#include "core/base/result.h"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace warpstage::stage {

struct FigurePage {
    draw::DrawList page; // on white
    std::string title;
    std::string description;
    std::vector<std::string> name; // parts: lesson, variant, view, architecture
};

// `below`: the view, or one that shares its place. Errors: those of exhibit_of().
[[nodiscard]] Result<FigurePage> figure_page(
    const views::View& below, const session::Snapshot& shown, const views::WindowState& window);

// Lesson and variant; an empty id where the snapshot has no lesson or variant.
[[nodiscard]] std::array<std::string, 2> subject_ids(const session::Snapshot& shown);

// "warpstage-transpose-tiled": letters, digits, - and _. Ids come from lesson files, which are not trusted.
[[nodiscard]] std::string file_stem(std::span<const std::string> parts);

} // namespace warpstage::stage
