// Steps of a plan without host work, enqueued one behind the other and timed by two marks around many of them.
#pragma once

#include "core/base/result.h"
#include "core/engine/gpu/gpu_plan.h"
#include "core/engine/gpu/gpu_round.h"
#include "core/engine/series.h"
#include "core/gpu/stream.h"

namespace warpstage::engine {

// Every launch of a step, in its order; the plan and the stream must outlive it.
[[nodiscard]] EnqueueStep launches_of(GpuPlan& plan, gpu::Stream& stream);

// Where the copies for a cold cache do not fit into free memory, fewer are made: Series::in_cache() then tells. Steps of short
// launches are measured once more out of CUDA graphs.
[[nodiscard]] Result<Series> measure_back_to_back(GpuPlan& plan, gpu::Stream& stream, const SeriesRequest& request);
// The same with a step that somebody else enqueues, as one launch.
[[nodiscard]] Result<Series> measure_back_to_back(
    GpuPlan& plan, gpu::Stream& stream, const SeriesRequest& request, const EnqueueStep& enqueue);

} // namespace warpstage::engine
