// Straight operations of a warp as machine code.
#pragma once

#include "core/simt/jit/translated_code.h"
#include "core/simt/run/warp_run.h"

#include <cstdint>

namespace warpstage::simt {

template <typename Observation> [[nodiscard]] jit::Entry entry_at(const WarpRun<Observation>& run)
{
    const bool full = Observation::kSums ? run.state.active == first_lanes(kMaxLanes) : run.full;
    return (full ? run.translated->full : run.translated->masked)[run.pc];
}

template <typename Observation> bool execute_in_run(WarpRun<Observation>& run, const Operation& operation)
{
    const Handler handler = run.full ? operation.full : operation.masked;
    if constexpr (Observation::kSums) {
        run.pc = static_cast<std::uint32_t>(&operation - run.operations);
        return run.execute_summed(operation, handler);
    } else {
        return run.execute_straight(operation, handler);
    }
}

// Interprets the rest of a run up to `end` that has been counted, from `operation` on. `is_refused`: its handler has refused it
// once; else it cannot be executed.
template <typename Observation>
[[gnu::noinline]] bool interpret_rest(WarpRun<Observation>& run, const Operation* operation, std::uint32_t end, bool is_refused)
{
    if (!is_refused || !run.retry(*operation, run.full ? operation->full : operation->masked))
        return run.fault_before(operation, end);
    while (++operation != run.operations + end) {
        if (!execute_in_run(run, *operation))
            return run.fault_before(operation, end);
    }
    run.pc = end;
    return true;
}

// As jit::Progress::report.
template <typename Observation> bool report(void* runs, const Operation& operation, jit::RequestCounters* counters)
{
    WarpRun<Observation>& run = *static_cast<WarpRun<Observation>*>(runs);
    if (counters == nullptr)
        return execute_in_run(run, operation);
    run.pc = static_cast<std::uint32_t>(&operation - run.operations);
    const Handler handler = run.full ? operation.full : operation.masked;
    return access_counted(
               run.state, run.block.body(), operation, handler, run.step(run.state.active), *run.observation.observer, *counters)
        || run.retry(operation, handler);
}

// Until something is to be done that only the interpreter does, which may be after many branches.
template <typename Observation> bool run_translated(WarpRun<Observation>& run, std::uint32_t end)
{
    const jit::Entry entry = entry_at(run);
    if (entry == nullptr)
        return run.run_untranslated(end);
    jit::Progress progress;
    progress.look_after = run.budget.left(run.block.warp_instructions);
    progress.reconvergence = run.reconvergence;
    if constexpr (Observation::kSums) {
        progress.report = &report<Observation>;
        progress.run = &run;
        progress.counters = run.observation.observer->counters(run.translated->counters);
        progress.lanes = run.state.active_lanes;
    }
    const jit::Exit exit = entry(run.state, progress);
    run.count(progress.instructions, (progress.instructions - progress.idle_instructions) * run.state.active_lanes);
    if (exit == jit::Exit::refused || exit == jit::Exit::failed) [[unlikely]]
        return interpret_rest(run, progress.refused, progress.run_end, exit == jit::Exit::refused);
    run.pc = progress.pc;
    if (exit == jit::Exit::look) [[unlikely]] {
        if (const RunEnd ends = run.check_budget(progress.branch, run.state.active); ends != RunEnd::goes_on) {
            run.interruption = ends;
            return false;
        }
    }
    return true;
}

} // namespace warpstage::simt
