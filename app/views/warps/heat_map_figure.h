// A complete launch: the instructions of each warp of each block, and the cost of its requests above the ideal.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

struct HeatMapInput {
    const session::HeatMap* map = nullptr; // null: not requested
    std::optional<std::uint64_t> block; // the recorded block and the shown warp, which are marked
    std::uint32_t warp = 0;
};

// Four maps with blocks in horizontal and warps in vertical direction; a cell represents several blocks or warps if not all fit.
// A click on a cell records its block; of several blocks, the one with the largest value.
[[nodiscard]] DrawList heat_map_figure(const HeatMapInput& input, Size size, const Style& style);

} // namespace warpstage::views
