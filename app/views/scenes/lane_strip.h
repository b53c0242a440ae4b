// The threads of the recorded block in one line: lanes that execute the instruction, lanes that are active between the same two
// barriers, idle lanes.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

// 0 if the threads are unknown.
[[nodiscard]] float lane_strip_height(const session::ArrayFrame& frame, const Style& style);
void add_lane_strip(DrawList& list, const session::ArrayFrame& frame, Rect rect, const Style& style);
// Rectangle of a thread in the strip; empty if the strip does not show it.
[[nodiscard]] std::optional<Rect> place_in_lane_strip(
    const session::ArrayFrame& frame, std::uint32_t warp, std::uint32_t lane, Rect rect, const Style& style);

} // namespace warpstage::views
