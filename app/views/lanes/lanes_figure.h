// Divergence: the lanes of one recorded warp (rows) over time (columns).
#pragma once

#include "app/views/drawing.h"
#include "core/session/snapshot.h"
#include "core/trace/trace.h"

namespace warpstage::views {

struct DivergentLine {
    std::uint32_t line = 0; // of the source
    double share = 0.0; // share of its conditional branches that diverged, 0 to 1
};

struct LanesInput {
    const trace::Trace* trace = nullptr; // null: nothing recorded
    std::span<const std::uint32_t> steps; // of the warp, indices into Trace::steps
    double average = 0.0; // average number of active lanes of the block over the whole run
    std::vector<DivergentLine> divergent; // largest share first
    std::optional<std::size_t> cursor; // index into Trace::steps, marked by a line
    LaneMask marked = 0; // highlighted lanes
    std::string subtitle; // "warp 3 · block 12": the last parts are omitted first if space is limited
    std::string nothing = tr("nothing recorded"); // shown if there is no trace
};

// A click on a lane's row marks the lane.
[[nodiscard]] DrawList lanes_figure(const LanesInput& input, Size size, const Style& style);

// Refers to the recording's trace.
[[nodiscard]] LanesInput lanes_input(const session::Recording& recording, std::uint32_t warp);

} // namespace warpstage::views
