// How the states of a warp look: one hue for what it waits for, so that an audience needs to know five, and a form within it.
#pragma once

#include "app/views/drawing.h"
#include "core/timing/sm_run.h"

namespace warpstage::views {

enum class StateForm : std::uint8_t {
    full,
    split, // with a stripe in the middle: the unit is full, as opposed to a result that is missing
    hollow,
    thin, // a stripe
    nothing,
};

struct StateLook {
    Color color;
    StateForm form = StateForm::full;
};

[[nodiscard]] StateLook look_of(timing::WarpState state, const Style& style);

// `issued`: share of the rectangle's cycles in which the warp issued an instruction, on what it did else.
void draw_state(Canvas& canvas, Rect rect, timing::WarpState state, float issued);

// "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio"; empty: it has none.
[[nodiscard]] std::string nsight_name_of(timing::WarpState state);

} // namespace warpstage::views
