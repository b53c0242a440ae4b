// Steps of a plan without host work, enqueued one behind the other and timed by two marks around many of them.
#pragma once

#include "core/base/result.h"
#include "core/engine/gpu_plan.h"
#include "core/engine/series.h"
#include "core/gpu/stream.h"

namespace warpstage::engine {

// Where the copies for a cold cache do not fit into free memory, fewer are made: Series::in_cache() then tells.
[[nodiscard]] Result<Series> measure_back_to_back(GpuPlan& plan, gpu::Stream& stream, const SeriesRequest& request);

} // namespace warpstage::engine
