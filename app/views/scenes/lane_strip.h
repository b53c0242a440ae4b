// The threads of the recorded block in one line: who executes the step, who works between the same two barriers, who is idle.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

// 0 where nothing is known of the threads.
[[nodiscard]] float lane_strip_height(const session::ArrayFrame& frame, const Style& style);
void add_lane_strip(DrawList& list, const session::ArrayFrame& frame, Rect rect, const Style& style);
// Where a thread stands in it; nothing where the strip does not show it.
[[nodiscard]] std::optional<Rect> place_in_lane_strip(
    const session::ArrayFrame& frame, std::uint32_t warp, std::uint32_t lane, Rect rect, const Style& style);

} // namespace warpstage::views
