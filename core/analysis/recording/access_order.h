// What orders two accesses of a recorded block.
#pragma once

#include "core/analysis/recording/recording.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace warpstage::analysis {

// One lane's access at an entry of the trace.
struct LaneAccess {
    std::size_t step = 0; // index into Trace::steps
    std::uint32_t warp = 0;
    std::uint32_t lane = 0;

    [[nodiscard]] bool same_thread(const LaneAccess& other) const { return warp == other.warp && lane == other.lane; }
};

// Line of the source of an entry of the trace; 0: none.
[[nodiscard]] std::uint32_t line_at(const Recording& recording, std::size_t step);

// The synchronization that orders `second` after `first`, which is earlier: "__syncthreads(), line 12". Barriers and atomic
// operations are considered, not fences and asynchronous copies. Empty: none of them.
[[nodiscard]] std::string order_between(const Recording& recording, const LaneAccess& first, const LaneAccess& second);

} // namespace warpstage::analysis
