// Which warps of a block wait, for what, and who could let them go on: a graph of waits. Of a deadlock, at one step of the
// recorded run, or while the kernel runs.
#pragma once

#include "app/views/drawing.h"
#include "core/simt/hang/hang.h"

namespace warpstage::views {

struct WaitsInput {
    simt::Hang hang;
    bool deadlock = false;
    bool running = false; // of a kernel that has not ended
    std::vector<bool> partly {}; // by object: see analysis::WaitsAtStep
    std::string subtitle {}; // "block 0 · after instruction 12 of 300"
};

// Of a step that has not ended.
[[nodiscard]] WaitsInput running_waits(const simt::Hang& hang);

[[nodiscard]] DrawList waits_figure(const WaitsInput& input, Size size, const Style& style);

} // namespace warpstage::views
