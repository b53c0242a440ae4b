#include "app/cli/run/job_times.h"

#include "core/timing/confidence.h"
#include "core/timing/limiter_words.h"

namespace warpstage::cli {

JobTimes estimate_times(const kernel_run::KernelJob& job, const JobTimeOrder& order, const std::stop_token& stop)
{
    JobTimes times;
    const auto programs = std::make_shared<const engine::VmPrograms>(job.source.lesson);
    for (const arch::Architecture& architecture : order.architectures) {
        kernel_run::JobEstimate& result = times.estimates.emplace_back();
        result.gpu = architecture.assumed_gpu().name;
        result.reason = order.impossible;
        if (!order.impossible.empty())
            continue;
        const timing::EstimateRequest request { programs, job.plan, architecture.traits, &architecture.assumed_gpu() };
        const auto estimate = timing::estimate_step(request, stop);
        if (!estimate) {
            result.reason = estimate.error().message;
            continue;
        }
        result.time = estimate->time;
        if (const auto range = timing::likely_range(*estimate))
            result.range = timing::range_words(*range);
        result.limiter = timing::limiter_words(*estimate);
        if (const auto* const work = timing::longest_work(*estimate); work != nullptr && work->cache)
            result.caches = analysis::to_text(*work->cache);
        if (order.causes == Causes::unwanted)
            continue;
        if (auto why = timing::why_step(request, *estimate, stop))
            times.causes.push_back({ architecture, *std::move(why) });
    }
    return times;
}

} // namespace warpstage::cli
