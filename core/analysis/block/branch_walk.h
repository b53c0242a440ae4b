// A warp at a branch: the lanes of each path, the order in which the paths are executed, the reconvergence point, and the SIMT
// stack right after the branch.
#pragma once

#include "core/base/lane_mask.h"
#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace warpstage::analysis {

// One path from the branch to the reconvergence point.
struct BranchPath {
    LaneMask lanes = 0;
    std::uint32_t first_line = 0; // 0: unknown, or no instructions on this path
    std::uint32_t last_line = 0;
    std::size_t instructions = 0; // instructions of the warp until it reconverges with the lanes of the other path
};

struct StackEntry {
    LaneMask lanes = 0;
    std::uint32_t line = 0; // line where they continue; 0: unknown
    std::uint32_t reconvergence = 0; // line at which the entry is popped; 0: when its lanes exit
};

struct BranchWalk {
    std::uint32_t warp_width = 32;
    LaneMask active = 0; // lanes that execute the branch
    std::uint32_t line = 0;
    std::vector<BranchPath> paths {}; // in order of execution, at most two
    std::uint32_t meeting_line = 0; // 0: the lanes do not reconverge before they exit
    std::vector<StackEntry> stack {}; // top first
};

// Targets of a branch, as program counters.
struct BranchTargets {
    std::uint32_t next = 0; // for the lanes that do not take it
    std::uint32_t target = 0; // for the lanes that take it
    std::optional<std::uint32_t> reconvergence; // nothing: no reconvergence before they exit
};

// trace.steps[step] is a branch of one warp. `line_of` returns the source line of a program counter, 0 if it has none.
[[nodiscard]] BranchWalk branch_walk(const trace::Trace& trace, std::size_t step, const BranchTargets& targets,
    const std::function<std::uint32_t(std::uint32_t)>& line_of);

} // namespace warpstage::analysis
