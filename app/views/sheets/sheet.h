// A sheet stands in the scene's place, or over the panels beside it where the scene is too narrow.
#pragma once

#include "app/draw/canvas.h"
#include "app/views/view.h"

namespace warpstage::views {

// A canvas with the sheet's ground and border on it.
[[nodiscard]] Canvas sheet_canvas(const Scope& scope);
// The scene's place, or, where that is too narrow to read anything, that of the panels beside it too.
[[nodiscard]] Rect sheet_area(const StageLayout& layout, const Style& style);

} // namespace warpstage::views
