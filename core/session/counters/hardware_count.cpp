#include "core/session/counters/hardware_count.h"

#include "core/analysis/metrics.h"
#include "core/engine/gpu/counted_step.h"
#include "core/session/counters/grid_prediction.h"

#include <limits>
#include <utility>

namespace warpstage::session {

namespace {

// The figures that hardware counts, where it has not.
std::vector<analysis::Comparison> only_predicted(const analysis::KernelReport& report)
{
    constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
    std::vector<analysis::Comparison> rows;
    for (const auto& metric : analysis::all_metrics()) {
        if (metric.counted())
            rows.push_back({ &metric, metric.value(report.total), kNothing, kNothing, true, {} });
    }
    return rows;
}

} // namespace

CounterView count_and_predict(CounterRequest& request, const std::stop_token& stop)
{
    CounterView view;
    std::optional<engine::CountedStep> counted;
    view.refusal = request.no_gpu;
    const auto* traits = request.traits;
    if (view.refusal.empty()) {
        auto outcome = engine::count_step(request.lesson, request.plan, analysis::hardware_counters());
        if (outcome) {
            counted = std::move(*outcome);
            view.machine = counted->machine.name;
            traits = &arch::traits_of({ counted->machine.capability_major, counted->machine.capability_minor });
        } else {
            view.refusal = outcome.error().message;
        }
    }
    request.gpu_use.reset();
    auto prediction = predict_step(request.programs, request.plan, *traits, stop);
    if (!prediction) {
        view.unpredicted = prediction.error().message;
        return view;
    }
    view.architecture = traits->name;
    for (std::size_t i = 0; i < prediction->launches.size(); ++i) {
        const auto& launch = prediction->launches[i];
        const bool measured = counted && i < counted->launches.size();
        view.launches.push_back({ launch.kernel, launch.grid, launch.block,
            measured ? analysis::compare(launch.report, counted->launches[i].values) : only_predicted(launch.report) });
    }
    return view;
}

} // namespace warpstage::session
