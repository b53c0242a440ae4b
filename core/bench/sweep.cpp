#include "core/bench/sweep.h"

#include "core/analysis/recording/recording.h"
#include "core/bench/estimate_variant.h"

#include <fmt/format.h>

#include <utility>

namespace warpstage::bench {

namespace {

// An emulated time is unrelated to a GPU's, so its rate is removed, too.
void estimate_point(SweptPoint& point, const SweepRequest& request, const std::shared_ptr<const engine::VmPrograms>& programs,
    const problem::Settings& settings)
{
    auto estimated = estimate_variant(programs, *request.variant, settings, request.architectures);
    point.estimates = std::move(estimated.estimates);
    const auto time = std::chrono::duration<double>(point.estimates.front().time).count();
    point.line.merit = time > 0.0 ? estimated.work / time : 0.0;
}

Result<SweptPoint> measure_point(engine::Engine& engine, const SweepRequest& request,
    const std::shared_ptr<const engine::VmPrograms>& programs, const problem::Settings& settings, Sweep& sweep)
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
            "Variant `{}` of lesson `{}` runs on the host and has no kernel to analyze.", request.variant->id, lesson.id) };
    for (const auto& architecture : request.architectures) {
        const auto recording =
            analysis::record(analysis::recording_request(request.lesson, request.variant->id, plan, *architecture.traits));
        if (!recording)
            return recording.error();
        const auto& report = (*recording)->report;
        sweep.shared = report.total.all_shared().requests > report.total.all_global().requests;
        point.costs.push_back(
            costliest_instruction(report, sweep.shared, analysis::l1_reuse((*recording)->trace, *architecture.traits)));
        sweep.models_l1 = sweep.models_l1 || (!sweep.shared && analysis::models_l1(*architecture.traits));
    }
    if (programs != nullptr && !point.costs.empty())
        estimate_point(point, request, programs, settings);
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
    std::shared_ptr<const engine::VmPrograms> programs; // null: measured on a GPU
    if (sweep.emulated()) {
        programs = std::make_shared<const engine::VmPrograms>(request.lesson);
        for (const auto& architecture : request.architectures)
            sweep.gpus.emplace_back(architecture.assumed_gpu().name);
    }
    for (const auto& settings : request.steps) {
        auto point = measure_point(engine, request, programs, settings, sweep);
        if (!point)
            return point.error();
        sweep.points.push_back(*std::move(point));
    }
    return sweep;
}

SweptCost costliest_instruction(
    const analysis::KernelReport& report, bool shared, const std::map<std::uint32_t, analysis::L1Use>& l1)
{
    SweptCost costliest;
    for (const auto& instruction : report.instructions) {
        const analysis::MemoryUse whole = shared ? instruction.counters.all_shared() : instruction.counters.all_global();
        SweptCost cost { whole.requests, whole.cost, whole.ideal };
        if (const auto use = l1.find(instruction.pc); !shared && use != l1.end() && use->second.lines > 0)
            cost.fetched = cost.moved / use->second.lines * use->second.fetched;
        const auto excess = [](const SweptCost& one) {
            return one.moved - one.ideal;
        };
        if (excess(cost) != excess(costliest) ? excess(cost) > excess(costliest) : cost.requests > costliest.requests)
            costliest = cost;
    }
    return costliest;
}

} // namespace warpstage::bench
