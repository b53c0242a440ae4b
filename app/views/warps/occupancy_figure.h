// Occupancy: warps on a multiprocessor over each resource, where the kernel stands on each curve, and what keeps the next block
// out.
#pragma once

#include "app/views/drawing.h"
#include "core/arch/occupancy_curves.h"

namespace warpstage::views {

struct OccupancyInput : arch::OccupancyCurves {
    std::string subtitle {}; // "CC 9.0"
    // In wordings from the longest to the shortest: what a multiprocessor holds at most, and how many threads hide the latency of
    // arithmetic.
    std::vector<std::string> limits {};
    std::vector<std::string> latency {};
};

[[nodiscard]] DrawList occupancy_figure(const OccupancyInput& input, Size size, const Style& style);

} // namespace warpstage::views
