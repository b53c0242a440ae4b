// A warp at a branch: which lanes go which way, in which order the ways are walked, where the lanes meet again, and what the SIMT
// stack holds right after the branch.
#pragma once

#include "core/base/lane_mask.h"
#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace warpstage::analysis {

// One way from the branch to where the lanes meet again.
struct BranchPath {
    LaneMask lanes = 0;
    std::uint32_t first_line = 0; // 0: unknown, or nothing to do on this way
    std::uint32_t last_line = 0;
    std::size_t instructions = 0; // of the warp, until it has met the other way's lanes again
};

struct StackEntry {
    LaneMask lanes = 0;
    std::uint32_t line = 0; // where they go on; 0: unknown
    std::uint32_t reconvergence = 0; // line at which the entry is left; 0: when its lanes exit
};

struct BranchWalk {
    std::uint32_t warp_width = 32;
    LaneMask active = 0; // lanes that meet the branch
    std::uint32_t line = 0;
    std::vector<BranchPath> paths {}; // in the order in which they are walked: at most two
    std::uint32_t meeting_line = 0; // 0: the lanes do not meet again before they exit
    std::vector<StackEntry> stack {}; // top first
};

// Where a branch leads, as program counters.
struct BranchTargets {
    std::uint32_t next = 0; // of the lanes that do not take it
    std::uint32_t target = 0; // of those that do
    std::optional<std::uint32_t> reconvergence; // nothing: not before they exit
};

// trace.steps[step] is a branch of one warp. `line_of` gives the source line of a program counter, 0 where there is none.
[[nodiscard]] BranchWalk branch_walk(const trace::Trace& trace, std::size_t step, const BranchTargets& targets,
    const std::function<std::uint32_t(std::uint32_t)>& line_of);

} // namespace warpstage::analysis
