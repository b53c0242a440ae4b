// The warps of a block side by side: their instructions over time, counted in warp instructions as if every warp issued at the
// same rate. After a barrier all warps continue at the same time.
#pragma once

#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpstage::analysis {

struct BlockTimeline {
    static constexpr std::uint32_t kNoStep = 0xffffffff;

    std::size_t length = 0;
    std::vector<std::vector<std::uint32_t>> warps; // [warp][time]: index into Trace::steps; kNoStep: it waits or has exited
    std::vector<std::vector<std::uint8_t>> lanes; // [warp][time]: number of lanes that execute it
    std::vector<std::size_t> meetings; // times at which the block continued after a barrier
    std::vector<std::size_t> ends; // [warp]: the time after its last instruction
    std::vector<std::vector<std::uint32_t>> steps; // [warp]: all its instructions in the trace, including those after a gap
};

// Uses the leading part of the trace without a gap. If the recording ends before the block does, the part after the last barrier
// is cut where the first warp's recording ends: otherwise a warp that still runs would look as if it had exited.
[[nodiscard]] BlockTimeline block_timeline(const trace::Trace& trace);

} // namespace warpstage::analysis
