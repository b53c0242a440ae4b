// When the operations of a recorded block take place in the SM model's run of it.
#pragma once

#include "core/analysis/block/pipeline_history.h"
#include "core/timing/sm_run.h"

namespace warpstage::timing {

struct PipelineTimes {
    // Cycles. An operation that does not wait begins when it ends.
    struct Span {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
    };
    std::vector<std::optional<Span>> marks; // by mark of the history; nothing: the model has not run it
    std::vector<std::vector<std::optional<std::uint32_t>>> phases; // [object][phase]: the cycle in which it is complete
    std::uint32_t cycles = 1; // until the last warp of the block has exited
    std::vector<std::uint32_t> steps; // by step of the trace: the cycle of its issue, or of the issue before it
};

// `run`: of the block's trace, which has this number of steps.
[[nodiscard]] PipelineTimes pipeline_times(const analysis::PipelineHistory& history, const SmRun& run, std::size_t steps);

} // namespace warpstage::timing
