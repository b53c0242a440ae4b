// A row of lanes as cells with their numbers: filled if the lane is active, an outline if it is not.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

struct LaneRow {
    Rect rect;
    unsigned count = kMaxLanes;
    LaneMask active = 0;
    unsigned first_number = 0; // of lane 0: a thread's number if the row is a warp of a block

    [[nodiscard]] float pitch() const { return rect.width / static_cast<float>(count == 0 ? 1 : count); }
    [[nodiscard]] float x(unsigned lane) const { return rect.x + pitch() * (static_cast<float>(lane) + 0.5F); }
    [[nodiscard]] Rect cell(unsigned lane) const;
};

// Numbers are written into the cells if they fit, else omitted. `fill`: color of an active lane.
void draw_lane_row(Canvas& canvas, const LaneRow& row, const std::function<Color(unsigned)>& fill);

// Some of the numbers above or below a row whose cells are too small for them: every second, fourth, eighth and so on.
void draw_lane_numbers(Canvas& canvas, const LaneRow& row, float baseline);
[[nodiscard]] bool numbers_fit(const Canvas& canvas, const LaneRow& row);

} // namespace warpstage::views
