// An estimate for kernels of people who know how blocks are sampled: the whole grid runs, in an order of its own, so that its
// results can be compared, and what the sampled blocks leave to others counts.
#pragma once

#include "core/base/result.h"
#include "core/timing/estimate.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace warpstage::timing {

struct GridEstimate {
    std::chrono::nanoseconds time { 0 }; // of all launches, in sequence
    Limiter limiter = Limiter::latency; // of the longest launch
    std::string pipe; // if the limiter is one
    std::vector<std::vector<std::byte>> contents; // of the plan's buffers after the last launch
};

struct GridEstimateOptions {
    std::uint64_t seed = 0; // of the order of the blocks, and of the sampled ones
    std::uint64_t instruction_budget = 0; // warp instructions of one block
};

// The plan consists of launches. Errors: those of estimate_step().
[[nodiscard]] Result<GridEstimate> estimate_grid(
    const EstimateRequest& request, const GridEstimateOptions& options, const std::stop_token& stop = {});

} // namespace warpstage::timing
