// A conditional branch in a loop per iteration: divergent warps, warps with work, and warps without further work ("early
// retirement" in the lectures).
#pragma once

#include "core/ptx/listing.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <vector>

namespace warpstage::analysis {

struct BranchIteration {
    std::uint32_t iteration = 0; // from 1: how often the warps have executed this branch
    std::uint32_t warps = 0; // warps that executed it
    std::uint32_t divergent = 0; // warps in which some lanes enter the guarded code and some do not
    std::uint32_t working = 0; // warps in which at least one lane enters
    std::uint32_t retired =
        0; // warps that worked in the previous iteration (or start here) and enter neither in this iteration nor later
};

// The branch at `pc` skips the guarded code when taken (as compilers write `if`): lanes that do not take it enter.
[[nodiscard]] std::vector<BranchIteration> iterations_of_branch(const trace::Trace& trace, std::uint32_t pc);

inline constexpr std::uint32_t kNoTarget = 0xffffffff;

// Target of the branch at each program counter; kNoTarget for other instructions and for indirect branches, whose targets do not
// show where a loop ends.
[[nodiscard]] std::vector<std::uint32_t> branch_targets(const ptx::Listing& listing);

// Program counters of the conditional forward branches that a warp executed more than once, in order.
[[nodiscard]] std::vector<std::uint32_t> repeated_branches(const trace::Trace& trace, const std::vector<std::uint32_t>& targets);

} // namespace warpstage::analysis
