#include "app/cli/figure_measurement.h"

#include "core/session/run/timing_log.h"
#include "core/session/scene/transfer_view.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <utility>
#include <variant>

namespace warpstage::cli {

namespace {

// Timed runs end after so many, or after this time if there are enough for a median and a spread.
constexpr std::size_t kMostRuns = 50;
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
    // The log leaves out the first run.
    for (std::size_t run = 0; run <= kMostRuns; ++run) {
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

} // namespace warpstage::cli
