// Where the stage's panels stand. It follows from the window's size and the scale alone, never from what is shown, so that
// nothing jumps when values change.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

// What is not there had no room at this size and scale; things go in this order: the parameters' suggestions, the source
// panel's columns (by its own width), the source panel, the timings' bars, the parameters, the line of keys, the variants (the
// top bar names the chosen one), the warps.
struct StageLayout {
    Rect top_bar;
    Rect access; // banks or sectors
    Rect scene; // free of panels
    std::optional<Rect> variants;
    std::optional<Rect> warps;
    std::optional<Rect> parameters;
    std::optional<Rect> timings;
    std::optional<Rect> source;
    std::optional<Rect> timeline; // beside the source, and there where that is
    std::optional<Rect> footer;
};

[[nodiscard]] StageLayout layout_stage(Size size, const Style& style);
// Where messages come up: below all panels, in place of the line of keys; where there is none, over the top bar.
[[nodiscard]] Rect toast_area(const StageLayout& layout, Size window, const Style& style);
// Inside a panel, in a window of this size.
[[nodiscard]] float panel_padding(Size window, const Style& style);

} // namespace warpstage::views
