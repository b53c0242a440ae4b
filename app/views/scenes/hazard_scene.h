// A hazard as it happened in the recorded run, and its repair beside it where both variants are known.
#pragma once

#include "app/views/drawing.h"
#include "app/views/view.h"
#include "core/analysis/recording/hazard_playback.h"

namespace warpstage::views {

using analysis::HazardPlayback;

struct HazardSide {
    std::string label; // the variant's
    HazardPlayback story;
};

// The present variant first, then its counterpart: a kernel with a hazard and its repair, or the reverse. Empty where
// has_hazard_scene() says no.
[[nodiscard]] std::vector<HazardSide> hazard_sides(const session::Snapshot& snapshot);

[[nodiscard]] DrawList hazard_scene_figure(const std::vector<HazardSide>& sides, Size size, const Style& style);

} // namespace warpstage::views
