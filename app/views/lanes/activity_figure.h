// Lanes over time: the lanes of one warp, or all warps of a block, as rows.
#pragma once

#include "app/views/drawing.h"
#include "core/analysis/block/activity.h"

namespace warpstage::views {

struct ActivityInput : analysis::BlockActivity {
    std::string subtitle {}; // "block 12 · warp 3"
};

[[nodiscard]] DrawList activity_figure(const ActivityInput& input, Size size, const Style& style);

} // namespace warpstage::views
