#include "core/bench/estimate_variant.h"

#include "core/bench/measure_variant.h"
#include "core/timing/limiter_words.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace warpstage::bench {

namespace {

GpuEstimate estimate_on(const timing::EstimateRequest& request, const std::stop_token& stop, const Estimator& estimator)
{
    GpuEstimate line;
    const auto estimate = estimator(request, stop);
    if (!estimate) {
        line.reason = estimate.error().message;
        return line;
    }
    line.time = estimate->time;
    line.limiter = timing::limiter_words(*estimate);
    if (const auto* const longest = timing::longest_work(*estimate)) {
        line.occupancy = longest->occupancy;
        line.waves = longest->waves;
    }
    return line;
}

} // namespace

EstimatedVariant estimate_variant(const std::shared_ptr<const engine::VmPrograms>& programs, const problem::Variant& variant,
    const problem::Settings& settings, std::span<const arch::Architecture> architectures, const std::stop_token& stop,
    const Estimator& estimator)
{
    const auto& lesson = programs->lesson();
    EstimatedVariant estimated { line_for(lesson, variant.id, settings), 0.0, {} };
    auto made = lesson.problem->plan(variant, settings);
    if (!made) {
        estimated.estimates.resize(architectures.size());
        for (auto& estimate : estimated.estimates)
            estimate.reason = made.error().message;
        return estimated;
    }
    made->variant = variant.id;
    const auto plan = std::make_shared<const problem::Plan>(*std::move(made));
    estimated.work = plan->work_per_step;
    estimated.line.unit = plan->work_unit;
    estimated.line.launches = static_cast<std::uint32_t>(
        std::ranges::count_if(plan->step, [](const auto& work) { return std::holds_alternative<problem::KernelLaunch>(work); }));
    for (const auto& architecture : architectures)
        estimated.estimates.push_back(
            estimate_on({ programs, plan, architecture.traits, &architecture.assumed_gpu() }, stop, estimator));
    return estimated;
}

} // namespace warpstage::bench
