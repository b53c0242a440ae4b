// A piece of advice whose edit is tried: the changed lines, and what came of it.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

struct TrialInput {
    const session::AdviceTrial& trial;
    const timing::Why& now; // of the kernels with the edit once it is adopted
    std::chrono::nanoseconds measured { 0 }; // with the edit; 0: not measured
};

// At the bottom of the area; returns the height.
float draw_trial(Canvas& canvas, Rect area, const TrialInput& input);

} // namespace warpstage::views
