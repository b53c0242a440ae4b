// The threads of the recorded block in one line: who executes the step, who works between the same two barriers, who is idle.
#pragma once

#include "app/draw/draw_list.h"
#include "app/draw/style.h"
#include "core/session/snapshot.h"

#include <cstdint>
#include <optional>

namespace warpstage::views {

// 0 where nothing is known of the threads.
[[nodiscard]] float lane_strip_height(const session::ArrayFrame& frame, const draw::Style& style);
void add_lane_strip(draw::DrawList& list, const session::ArrayFrame& frame, draw::Rect rect, const draw::Style& style);
// Where a thread stands in it; nothing where the strip does not show it.
[[nodiscard]] std::optional<draw::Rect> place_in_lane_strip(
    const session::ArrayFrame& frame, std::uint32_t warp, std::uint32_t lane, draw::Rect rect, const draw::Style& style);

} // namespace warpstage::views
