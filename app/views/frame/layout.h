// Positions of the stage's panels. They depend only on the size of the window and the scale, not on the content, so that nothing
// moves when values change.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

// A panel that does not fit at this size and scale is omitted, in this order: the parameters' suggestions, the source panel's
// columns (by its own width), the source panel, the timings' bars, the parameters, the line of keys, the variants (the top bar
// names the chosen one), the warps.
struct StageLayout {
    Rect top_bar;
    Rect access; // banks or sectors
    Rect scene; // free of panels
    std::optional<Rect> variants;
    std::optional<Rect> warps;
    std::optional<Rect> parameters;
    std::optional<Rect> timings;
    std::optional<Rect> source;
    std::optional<Rect> timeline; // beside the source, if the source is shown
    std::optional<Rect> footer;
};

[[nodiscard]] StageLayout layout_stage(Size size, const Style& style);
// Position of messages: below all panels, in place of the line of keys, or over the top bar if there is no line of keys.
[[nodiscard]] Rect toast_area(const StageLayout& layout, Size window, const Style& style);
// Inner area of a panel, in a window of this size.
[[nodiscard]] float panel_padding(Size window, const Style& style);

} // namespace warpstage::views
