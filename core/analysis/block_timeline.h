// The warps of a block side by side: when each executes what, counted in warp instructions as if every warp issued at the same
// rate. Where a barrier lets the block go on, all warps start again at the same time.
#pragma once

#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpstage::analysis {

struct BlockTimeline {
    static constexpr std::uint32_t kNoStep = 0xffffffff;

    std::size_t length = 0;
    std::vector<std::vector<std::uint32_t>> warps; // [warp][time]: index into Trace::steps; kNoStep: it waits or has left
    std::vector<std::vector<std::uint8_t>> lanes; // [warp][time]: so many execute it, or meet it where it is a branch
    std::vector<std::size_t> meetings; // times at which the block went on after a barrier
    std::vector<std::size_t> ends; // [warp]: the time after its last instruction
    std::vector<std::vector<std::uint32_t>> steps; // [warp]: all of them in the trace, also behind a gap
};

// Of the leading part of the trace that has no gap. Where the recording ends before the block does, what follows the last barrier
// is cut where the first warp ends: what a warp has not done yet must not look as if it had left.
[[nodiscard]] BlockTimeline block_timeline(const trace::Trace& trace);

} // namespace warpstage::analysis
