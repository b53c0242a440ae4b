#include "core/bench/sweep.h"

#include "core/analysis/recording/recording.h"

#include <fmt/format.h>

#include <utility>

namespace warpstage::bench {

namespace {

Result<SweptPoint> measure_point(
    engine::Engine& engine, const SweepRequest& request, const problem::Settings& settings, Sweep& sweep)
{
    const auto& lesson = *request.lesson;
    auto line = measure_variant(engine, lesson, *request.variant, settings, request.series, request.checking);
    if (!line)
        return line.error();
    SweptPoint point { settings.text(request.parameter), *std::move(line), {} };
    if (point.line.time.samples == 0)
        return point;
    auto planned = lesson.problem->plan(*request.variant, settings);
    if (!planned)
        return planned.error();
    const auto plan = std::make_shared<const problem::Plan>(*std::move(planned));
    if (plan->recorded_work >= plan->step.size())
        return Error { fmt::format(
            "Variant `{}` of lesson `{}` runs on the host: there is no kernel to look at.", request.variant->id, lesson.id) };
    for (const auto& architecture : request.architectures) {
        const auto recording =
            analysis::record(analysis::recording_request(request.lesson, request.variant->id, plan, *architecture.traits));
        if (!recording)
            return recording.error();
        const auto& report = (*recording)->report;
        sweep.shared = report.total.shared_requests > report.total.global_requests;
        point.costs.push_back(costliest_instruction(report, sweep.shared));
    }
    return point;
}

} // namespace

Result<Sweep> run_sweep(engine::Engine& engine, const SweepRequest& request)
{
    Sweep sweep;
    sweep.lesson = request.lesson->title;
    sweep.variant = request.variant->label;
    sweep.parameter = request.parameter;
    sweep.engine = engine.description();
    for (const auto& architecture : request.architectures)
        sweep.architectures.push_back(architecture.name());
    for (const auto& settings : request.steps) {
        auto point = measure_point(engine, request, settings, sweep);
        if (!point)
            return point.error();
        sweep.points.push_back(*std::move(point));
    }
    return sweep;
}

SweptCost costliest_instruction(const analysis::KernelReport& report, bool shared)
{
    SweptCost costliest;
    for (const auto& instruction : report.instructions) {
        const auto& counters = instruction.counters;
        const SweptCost cost = shared ? SweptCost { counters.shared_requests, counters.wavefronts, counters.wavefronts_ideal }
                                      : SweptCost { counters.global_requests, counters.sectors, counters.sectors_ideal };
        const auto excess = [](const SweptCost& one) {
            return one.moved - one.ideal;
        };
        if (excess(cost) != excess(costliest) ? excess(cost) > excess(costliest) : cost.requests > costliest.requests)
            costliest = cost;
    }
    return costliest;
}

} // namespace warpstage::bench
