// Steps of a plan without host work, enqueued back to back and measured with two events around many of them.
#pragma once

#include "core/base/result.h"
#include "core/engine/gpu/gpu_plan.h"
#include "core/engine/gpu/gpu_round.h"
#include "core/engine/series.h"
#include "core/gpu/stream.h"

namespace warpstage::engine {

// Every launch of a step, in its order; the plan and the stream must outlive it.
[[nodiscard]] EnqueueStep launches_of(GpuPlan& plan, gpu::Stream& stream);

// If the copies for a cold cache do not fit into free memory, fewer are made, and Series::in_cache() reports it. Steps with short
// launches are also measured as CUDA graphs.
[[nodiscard]] Result<Series> measure_back_to_back(GpuPlan& plan, gpu::Stream& stream, const SeriesRequest& request);
// The same for a step enqueued by the caller's function, as one launch.
[[nodiscard]] Result<Series> measure_back_to_back(
    GpuPlan& plan, gpu::Stream& stream, const SeriesRequest& request, const EnqueueStep& enqueue);

} // namespace warpstage::engine
