// Runs the blocks of one cluster in turns until all have ended.
#pragma once

#include "core/simt/run/block_run.h"

#include <cstddef>
#include <span>

namespace warpstage::simt {

struct ClusterMember {
    Block* block = nullptr; // started, and added to the cluster
    InstructionBudget* budget = nullptr;
    BlockOptions options; // with Turns::shared; the checker has joined the others
    bool ended = false;
};

struct ClusterResult {
    BlockResult result;
    std::size_t member = 0; // that was trapped
};

// In lock step.
[[nodiscard]] ClusterResult run_cluster(std::span<ClusterMember> members);

} // namespace warpstage::simt
