// "● ○ ○ cue 1 of 3": where the lecture stands among the lesson's cues, for the bar at the top.
#pragma once

#include "app/draw/canvas.h"
#include "app/views/drawing.h"
#include "app/views/frame/overlay.h"

#include <vector>

namespace warpstage::views {

// Left end x, middle y, right end at most `right`; each dot is a place to click. Returns the right edge of what was drawn; where
// there are no cues or no room, x.
[[nodiscard]] float draw_cue_dots(
    Canvas& canvas, const session::CueView& cue, Point left, float right, std::vector<HitRegion>& regions);

} // namespace warpstage::views
