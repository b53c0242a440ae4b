#include "core/engine/series.h"

#include <utility>
#include <variant>

namespace warpstage::engine {

CacheState cache_for(const problem::Plan& plan)
{
    return plan.work_unit == "B/s" ? CacheState::cold : CacheState::warm;
}

void describe_plan(const problem::Plan& plan, Series& series)
{
    for (const auto& buffer : plan.buffers)
        series.bytes += buffer.bytes;
    for (const auto& work : plan.step)
        series.launches += std::holds_alternative<problem::KernelLaunch>(work) ? 1U : 0U;
}

Result<Series> measure_step_by_step(const SeriesRequest& request, const std::function<Result<StepOutcome>()>& run_step)
{
    Series series;
    const auto begin = std::chrono::steady_clock::now();
    bool warm = false;
    while (series.samples.size() < request.samples) {
        auto outcome = run_step();
        if (!outcome)
            return outcome.error();
        if (outcome->trap) {
            series.trap = std::move(outcome->trap);
            return series;
        }
        series.warp_instructions = outcome->warp_instructions;
        series.lane_instructions = outcome->lane_instructions;
        const bool late = std::chrono::steady_clock::now() - begin >= request.budget;
        // The first step warms up the caches; a step that alone exceeds the budget is nevertheless the sample.
        if (warm || late)
            series.samples.push_back(outcome->timing.total);
        warm = true;
        if (late)
            break;
    }
    return series;
}

} // namespace warpstage::engine
