// A whole launch at a glance: what each warp of each block executed, and what its requests cost above what they had to.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

struct HeatMapInput {
    const session::HeatMap* map = nullptr; // null: nobody has asked
    std::optional<std::uint64_t> block; // that is recorded, with the warp that is shown: marked
    std::uint32_t warp = 0;
};

// Four maps, blocks across and warps down; a cell stands for several blocks or warps where there are more than room. A click on a
// cell records its block: of several blocks the one with the most.
[[nodiscard]] DrawList heat_map_figure(const HeatMapInput& input, Size size, const Style& style);

} // namespace warpstage::views
