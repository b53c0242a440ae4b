// The threads of the recorded block in one line: who executes the step, who works between the same two barriers, who is idle.
#pragma once

#include "app/figure/draw_list.h"
#include "app/figure/style.h"
#include "core/session/snapshot.h"

#include <cstdint>
#include <optional>

namespace warpstage::stage {

// 0 where nothing is known of the threads.
[[nodiscard]] float lane_strip_height(const session::ArrayFrame& frame, const figure::Style& style);
void add_lane_strip(figure::DrawList& list, const session::ArrayFrame& frame, figure::Rect rect, const figure::Style& style);
// Where a thread stands in it; nothing where the strip does not show it.
[[nodiscard]] std::optional<figure::Rect> place_in_lane_strip(const session::ArrayFrame& frame, std::uint32_t warp,
    std::uint32_t lane, figure::Rect rect, const figure::Style& style);

} // namespace warpstage::stage
