// Which warps of a block wait, for what, and who could let them go on: a graph of waits. Of a deadlock, or at one step of the
// recorded run.
#pragma once

#include "app/views/drawing.h"
#include "core/simt/hang/hang.h"

namespace warpstage::views {

struct WaitsInput {
    simt::Hang hang;
    bool deadlock = false;
    std::vector<bool> partly {}; // by object: see analysis::WaitsAtStep
    std::string subtitle {}; // "block 0 · after instruction 12 of 300"
};

[[nodiscard]] DrawList waits_figure(const WaitsInput& input, Size size, const Style& style);

} // namespace warpstage::views
