#include "app/figures/step_times.h"

#include "core/engine/vm_plan.h"
#include "core/session/run/timing_log.h"
#include "core/session/scene/transfer_view.h"
#include "core/timing/estimate.h"
#include "core/timing/limiter_words.h"

#include <chrono>

namespace warpstage::figures {

namespace {

// Timed runs end after this number, or after this time once there are enough for a median and a spread.
constexpr std::size_t kMaxRuns = 50;
constexpr std::size_t kFewestRuns = 3;
constexpr std::chrono::milliseconds kTimeOfRuns { 150 };

} // namespace

Result<views::Measurement> measure_step(
    engine::Engine& engine, const views::Subject& subject, const std::shared_ptr<const problem::Plan>& plan)
{
    if (auto loaded = engine.load(subject.lesson); !loaded)
        return loaded.error();
    if (auto adopted = engine.adopt(plan, engine::Contents::initial); !adopted)
        return adopted.error();
    session::TimingLog log;
    std::optional<session::TransferFrame> transfers;
    if (std::holds_alternative<problem::TransferScene>(plan->scene))
        transfers = session::possible_transfers(*plan);
    const auto begin = std::chrono::steady_clock::now();
    // The log omits the first run.
    for (std::size_t run = 0; run <= kMaxRuns; ++run) {
        if (run > kFewestRuns && std::chrono::steady_clock::now() - begin > kTimeOfRuns)
            break;
        if (auto started = engine.start(); !started)
            return started.error();
        const auto outcome = engine.wait();
        if (!outcome)
            return outcome.error();
        if (outcome->trap)
            return Error { outcome->trap->message };
        log.add(0, outcome->timing);
        if (!outcome->spans.empty())
            transfers = session::measured_transfers(*plan, outcome->spans);
    }
    views::Measurement measurement { engine.description(), log.works(0), log.step(0), 0.0, plan->work_unit,
        std::move(transfers) };
    const double seconds = std::chrono::duration<double>(measurement.step.median).count();
    measurement.merit = seconds > 0.0 ? plan->work_per_step / seconds : 0.0;
    return measurement;
}

Result<views::Measurement> time_step(
    engine::Engine& engine, const views::Subject& subject, const std::shared_ptr<const problem::Plan>& plan, const arch::Gpu& gpu)
{
    if (engine.description().kind != engine::EngineKind::vm)
        return measure_step(engine, subject, plan);
    const auto estimate =
        timing::estimate_step({ std::make_shared<const engine::VmPrograms>(subject.lesson), plan, subject.traits, &gpu });
    if (!estimate) {
        auto own = measure_step(engine, subject, plan);
        if (own)
            own->no_estimate = estimate.error().message;
        return own;
    }
    views::Measurement measurement { engine.description(), {}, { estimate->time, estimate->time, estimate->time, 1 }, 0.0,
        plan->work_unit, {} };
    measurement.estimated_for = gpu.name;
    for (const timing::WorkEstimate& work : estimate->works) {
        measurement.works.push_back({ work.name, false, { work.time, work.time, work.time, 1 } });
        measurement.limiters.push_back(timing::limiter_words(work.limiter, work.pipe));
    }
    const double seconds = std::chrono::duration<double>(estimate->time).count();
    measurement.merit = seconds > 0.0 ? plan->work_per_step / seconds : 0.0;
    if (std::holds_alternative<problem::TransferScene>(plan->scene))
        measurement.transfers = session::possible_transfers(*plan);
    return measurement;
}

} // namespace warpstage::figures
