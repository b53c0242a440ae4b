// Bank conflicts: which lane of one shared-memory request meets which bank, and in which pass it is served.
#pragma once

#include "app/draw/draw_list.h"
#include "app/draw/marks.h"
#include "app/draw/style.h"
#include "app/views/banks/bank_picture.h"
#include "app/views/drawing.h"
#include "core/arch/shared_banks.h"
#include "core/base/lane_mask.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::views {

struct BanksInput {
    std::optional<arch::SharedService> service; // nothing: no request to show
    std::uint32_t bytes = 4; // of one lane
    std::uint32_t banks = 32;
    std::uint32_t warp_width = 32;
    LaneMask marked = 0; // lanes that stand out; empty: all are alike
    std::string subtitle; // "line 9 · load"
    std::string architecture; // "CC 9.0": whose rules are shown
    std::string caption; // for a slide: "reduce2 · line 13 · CC 9.0 · n = 1 048 576"; written below everything else
    std::uint32_t lanes_together = 0; // 16: lanes are drawn in half-warps; 0: as many as the width of the access serves at a time
    std::string nothing = "no shared memory in this kernel"; // said where there is no request
};

[[nodiscard]] DrawList banks_figure(const BanksInput& input, Size size, const Style& style);

// The colour of a pass, 0-based: blue, orange, purple, yellow and again from the start.
[[nodiscard]] Color pass_color(std::uint32_t pass, const Style& style);
// Its wires differ without colour too: solid, dashed, dotted, dash and dot.
[[nodiscard]] Dash pass_dash(std::uint32_t pass);

} // namespace warpstage::views
