// What a conditional branch in a loop does iteration by iteration: which warps diverge, which still have work, which have none from here on
// ("early retirement" in the lectures).
#pragma once

#include "core/ptx/listing.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <vector>

namespace warpstage::analysis {

struct BranchIteration {
    std::uint32_t iteration = 0; // 1-based: how often the warps have met this branch
    std::uint32_t warps = 0; // that met it
    std::uint32_t divergent = 0; // warps of which some lanes enter the guarded code and some do not
    std::uint32_t working = 0; // warps of which at least one lane enters
    std::uint32_t retired = 0; // warps that worked in the iteration before (or start here) and enter in no iteration from this one on
};

// The branch at `pc` skips the guarded code when taken (as compilers write `if`): lanes that do not take it enter.
[[nodiscard]] std::vector<BranchIteration> iterations_of_branch(const trace::Trace& trace, std::uint32_t pc);

inline constexpr std::uint32_t kNoTarget = 0xffffffff;

// Where the branch at each program counter leads; kNoTarget for all else, also for a jump through a table: it has many targets
// and none that says where a loop ends.
[[nodiscard]] std::vector<std::uint32_t> branch_targets(const ptx::Listing& listing);

// Program counters of the conditional forward branches that a warp met more than once, in order.
[[nodiscard]] std::vector<std::uint32_t> repeated_branches(const trace::Trace& trace, const std::vector<std::uint32_t>& targets);

} // namespace warpstage::analysis
