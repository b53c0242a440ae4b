// Appearance of the states of a warp: one hue for each kind of stall, so that an audience distinguishes only five, and a pattern
// within the hue.
#pragma once

#include "app/views/drawing.h"
#include "core/timing/sm_run.h"

namespace warpstage::views {

enum class StateForm : std::uint8_t {
    full,
    split, // with a stripe in the middle: the unit is busy, as opposed to a missing result
    hollow,
    thin, // a stripe
    nothing,
};

struct StateLook {
    Color color;
    StateForm form = StateForm::full;
};

[[nodiscard]] StateLook look_of(timing::WarpState state, const Style& style);

// `issued`: share of the rectangle's cycles in which the warp issued an instruction, drawn over the state of the other cycles.
void draw_state(Canvas& canvas, Rect rect, timing::WarpState state, float issued);

// "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio"; empty: the state has no metric.
[[nodiscard]] std::string nsight_name_of(timing::WarpState state);

} // namespace warpstage::views
