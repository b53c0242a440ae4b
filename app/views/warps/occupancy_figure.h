// Occupancy: warps on a multiprocessor over each resource, where the kernel stands on each curve, and what keeps the next block
// out.
#pragma once

#include "app/views/drawing.h"
#include "core/arch/occupancy_curves.h"

namespace warpstage::views {

struct OccupancyInput : arch::OccupancyCurves {
    std::string subtitle {}; // "CC 9.0"
};

[[nodiscard]] DrawList occupancy_figure(const OccupancyInput& input, Size size, const Style& style);

} // namespace warpstage::views
