// Straight operations of a warp as machine code.
#pragma once

#include "core/simt/jit/translated_code.h"
#include "core/simt/run/warp_run.h"

#include <cstdint>

namespace warpstage::simt {

template <typename Observation> [[nodiscard]] jit::Entry entry_at(const WarpRun<Observation>& run)
{
    return (run.full ? run.translated->full : run.translated->masked)[run.pc];
}

// Interprets the rest of a run up to `end` that has been counted, from an operation that its handler has refused once.
template <typename Observation>
[[gnu::noinline]] bool interpret_rest(WarpRun<Observation>& run, const Operation* operation, std::uint32_t end)
{
    const auto handler_of = [&] {
        return run.full ? operation->full : operation->masked;
    };
    if (!run.retry(*operation, handler_of()))
        return run.fault_before(operation, run.operations + end);
    while (++operation != run.operations + end) {
        if (!handler_of()(run.state, *operation) && !run.retry(*operation, handler_of()))
            return run.fault_before(operation, run.operations + end);
    }
    run.pc = end;
    return true;
}

// Until something is to be done that only the interpreter does, which may be after many branches.
template <typename Observation> bool run_translated(WarpRun<Observation>& run, std::uint32_t end)
{
    const jit::Entry entry = entry_at(run);
    if (entry == nullptr)
        return run.run_interpreted(end);
    jit::Progress progress;
    progress.look_after = run.budget.left(run.block.warp_instructions);
    progress.reconvergence = run.reconvergence;
    const jit::Exit exit = entry(run.state, progress);
    run.count(progress.instructions, (progress.instructions - progress.idle_instructions) * run.state.active_lanes);
    if (exit == jit::Exit::refused) [[unlikely]]
        return interpret_rest(run, progress.refused, progress.run_end);
    run.pc = progress.pc;
    if (exit == jit::Exit::look) [[unlikely]] {
        if (const RunEnd ends = run.check_budget(progress.branch, run.state.active); ends != RunEnd::goes_on) {
            run.interruption = ends;
            return false;
        }
    }
    return true;
}

template <typename Observation> bool access_reported(void* runs, const Operation& operation)
{
    WarpRun<Observation>& run = *static_cast<WarpRun<Observation>*>(runs);
    run.pc = static_cast<std::uint32_t>(&operation - run.operations);
    return run.execute_summed(operation, run.full ? operation.full : operation.masked);
}

// With memory requests reported.
template <typename Observation> bool run_translated_summed(WarpRun<Observation>& run, std::uint32_t end)
{
    const std::uint32_t first = run.pc;
    const jit::Entry entry = entry_at(run);
    if (entry == nullptr)
        return run.run_summed_from(first, end);
    jit::Progress progress;
    progress.run = &run;
    progress.access = &access_reported<Observation>;
    if (entry(run.state, progress) == jit::Exit::refused) [[unlikely]] {
        const Operation& operation = *progress.refused;
        run.pc = static_cast<std::uint32_t>(&operation - run.operations);
        // Accesses have been tried again.
        if (operation.accesses_memory || !run.retry(operation, run.full ? operation.full : operation.masked))
            return run.fault_in_run(first, operation);
        ++run.pc;
        return run.run_summed_from(first, end);
    }
    run.count_run(first, end);
    run.pc = end;
    return true;
}

} // namespace warpstage::simt
