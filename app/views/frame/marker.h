// What a presenter draws over the window: a laser pointer that follows the mouse, and strokes of a highlighter.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

struct TrailPoint {
    Point at;
    float age = 0.0F; // 0: now; 1: about to vanish
};

struct Stroke {
    std::vector<Point> points;
};

struct MarkerState {
    std::vector<Stroke> strokes; // oldest first
    std::vector<TrailPoint> laser; // oldest first, the pointer last; empty: off
    Size window;
    bool pen = false; // a badge names the mode, in which clicks draw
};

[[nodiscard]] DrawList marker_picture(const MarkerState& state, const Style& style);

} // namespace warpstage::views
