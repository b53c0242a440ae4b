// The hazard that occurred in the recorded run, with the repaired version beside it if both variants are known.
#pragma once

#include "app/views/drawing.h"
#include "app/views/view.h"
#include "core/analysis/recording/hazard_playback.h"

namespace warpstage::views {

using analysis::HazardPlayback;

struct HazardSide {
    std::string label; // of the variant
    HazardPlayback playback;
};

// The current variant first, then its counterpart: a kernel with a hazard and its repaired version, or the reverse. Empty if
// has_hazard_scene() is false.
[[nodiscard]] std::vector<HazardSide> hazard_sides(const session::Snapshot& snapshot);

[[nodiscard]] DrawList hazard_scene_figure(const std::vector<HazardSide>& sides, Size size, const Style& style);

} // namespace warpstage::views
