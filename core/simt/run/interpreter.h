// Runs one warp. The loop is written once for every kind of observation; the most frequent operations are always inlined.
#pragma once

#include "core/simt/run/barrier.h"
#include "core/simt/run/call_stack.h"
#include "core/simt/run/service.h"
#include "core/simt/run/translated_run.h"
#include "core/simt/run/warp_run.h"

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace warpstage::simt {

// "if (i >= n) return;" before a barrier is valid on a GPU: exited lanes do not count. Here they may still wait at the kernel's
// last instruction to exit together with the others.
template <typename Observation> [[nodiscard]] bool others_only_wait_to_exit(const WarpRun<Observation>& run, LaneMask arrived)
{
    return (arrived | run.leaving()) == run.warp.divergence.living();
}

template <typename Observation> [[gnu::always_inline]] inline RunEnd go_on_after_leaving(WarpRun<Observation>& run)
{
    while (run.warp.divergence.function_finished())
        [[unlikely]] leave_function(run.block, run.warp);
    if (run.warp.divergence.finished()) {
        run.warp.status = WarpStatus::finished;
        return RunEnd::suspended;
    }
    run.enter_top_path();
    return RunEnd::goes_on;
}

template <typename Observation> [[gnu::always_inline]] inline RunEnd leave(WarpRun<Observation>& run, LaneMask lanes)
{
    run.warp.divergence.go_to(run.pc + 1);
    run.warp.divergence.retire(lanes);
    run.state.existing = run.warp.divergence.living();
    return go_on_after_leaving(run);
}

template <typename Observation>
[[gnu::always_inline]] inline RunEnd run_branch(WarpRun<Observation>& run, const Operation& operation)
{
    const LaneMask active = run.state.active;
    const LaneMask taken = run.executing(operation);
    if constexpr (Observation::kActive) {
        run.observation.observer->on_step(run.step(taken));
        if (operation.guard != kNoRow)
            run.observation.observer->on_branch(run.step(taken), taken, active & ~taken);
    }
    const std::uint32_t target = operation.site;
    const bool backward = target <= run.pc;
    if (taken == 0) {
        run.count(1, 0);
        ++run.pc;
        return RunEnd::goes_on;
    }
    const std::uint32_t branch = run.pc;
    if (taken == active) {
        run.count(1, run.state.active_lanes);
        run.pc = target;
    } else {
        run.count(1, lane_count(taken));
        run.warp.divergence.part(target, run.pc + 1, taken, operation.reconvergence);
        run.enter_top_path();
    }
    return backward ? run.check_budget(branch, taken) : RunEnd::goes_on;
}

template <typename Observation>
[[gnu::always_inline]] inline RunEnd run_guarded(WarpRun<Observation>& run, const Operation& operation)
{
    const LaneMask active = run.state.active;
    const LaneMask executed = run.executing(operation);
    const Step here = run.step(executed);
    if (executed != active && executed != 0)
        set_active(run.state, executed);
    if constexpr (Observation::kActive) {
        if (executed != 0 && run.needs_other_paths(operation)) [[unlikely]] {
            run.fault(&operation);
            return run.interruption;
        }
        if (run.must_yield(executed)) [[unlikely]] {
            set_active(run.state, active);
            return run.interruption;
        }
        run.observation.observer->on_step(here);
    }
    run.count_one(executed);
    if (executed != 0 && !run.execute(operation, run.full && executed == active, here)) {
        if (run.interruption == RunEnd::parts)
            run.count(std::uint64_t { 0 } - 1, std::uint64_t { 0 } - lane_count(executed));
        return run.interruption;
    }
    if (executed != active && executed != 0)
        set_active(run.state, active);
    ++run.pc;
    return RunEnd::goes_on;
}

// A part of the lanes is at the barrier: they wait for the others, which go on. With checks it is a fault.
template <typename Observation>
[[nodiscard, gnu::always_inline]] inline bool lanes_part_at_barrier(const WarpRun<Observation>& run, const Operation& operation)
{
    const LaneMask executed = run.executing(operation);
    return executed != run.warp.divergence.living() && executed != 0 && !others_only_wait_to_exit(run, executed);
}

template <typename Observation>
[[gnu::always_inline]] inline RunEnd run_barrier(WarpRun<Observation>& run, const Operation& operation)
{
    if (!Observation::kChecked && lanes_part_at_barrier(run, operation)) [[unlikely]] {
        run.warp.divergence.go_to(run.pc);
        return RunEnd::parts;
    }
    const LaneMask executed = run.begin_step(operation);
    if (executed == 0) {
        ++run.pc;
        return RunEnd::goes_on;
    }
    if (!others_only_wait_to_exit(run, executed)) {
        run.trap = divergent_barrier_trap(
            run.block, { run.index, lowest_lane(executed), run.pc }, executed, run.warp.divergence.living());
        return RunEnd::trapped;
    }
    BarrierPhase& phase = run.block.barriers()[static_cast<std::size_t>(operation.displacement)];
    if (is_plain(operation) && phase.threads == 0) [[likely]] {
        ++phase.arrived;
        run.warp.status = WarpStatus::waiting;
        run.warp.barrier = static_cast<std::uint32_t>(operation.displacement);
        run.warp.divergence.go_to(run.pc + 1);
        return RunEnd::suspended;
    }
    const Arrival arrival { run.pc, executed };
    run.trap = arrive(run.block, run.index, { &arrival, 1 }, observer_of(run.observation),
        Observation::kChecked ? UndefinedOperands::reported : UndefinedOperands::run);
    if (run.trap || run.hazard())
        return RunEnd::trapped;
    if (static_cast<BarrierAction>(operation.site) != BarrierAction::arrive)
        return RunEnd::suspended;
    ++run.pc;
    return RunEnd::goes_on;
}

template <typename Observation> [[gnu::always_inline]] inline RunEnd run_exit(WarpRun<Observation>& run, LaneMask executed)
{
    if constexpr (Observation::kActive) {
        run.observation.observer->on_step(run.step(executed));
        if (executed != 0)
            run.observation.observer->on_exit(run.step(executed));
    }
    run.count_one(executed);
    if (executed == 0) {
        ++run.pc;
        return RunEnd::goes_on;
    }
    return leave(run, executed);
}

// The lanes among `lanes` whose address in the row equals that of `leader`.
template <typename Observation>
[[nodiscard]] LaneMask lanes_with_address(const WarpRun<Observation>& run, std::uint32_t row, unsigned leader, LaneMask lanes)
{
    std::array<std::uint64_t, kMaxLanes> addresses;
    __builtin_memcpy(addresses.data(), run.state.registers + row, sizeof(addresses));
    LaneMask result = 0;
    for_each_lane(lanes, [&](unsigned lane) { result |= addresses[lane] == addresses[leader] ? LaneMask { 1 } << lane : 0; });
    return result;
}

// Lanes that call different functions do so group by group: the others return to this call.
template <typename Observation> RunEnd run_call(WarpRun<Observation>& run, const Operation& operation)
{
    const LaneMask executed = run.begin_step(operation);
    if (executed == 0) {
        ++run.pc;
        return RunEnd::goes_on;
    }
    const CallForm& form = run.block.body().calls[operation.site];
    const FaultPlace place { run.index, lowest_lane(executed), run.pc };
    LaneMask calling = executed;
    std::uint32_t function = form.function.value_or(kNoFunction);
    if (!form.function) {
        CallTarget target = find_call_target(run.block, run.warp, place, form);
        if (target.trap)
            return run.trapped(std::move(*target.trap));
        function = target.function;
        calling = lanes_with_address(run, form.target, place.lane, executed);
    }
    if (calling == executed)
        run.warp.divergence.go_to(run.pc + 1);
    else
        run.warp.divergence.part(run.pc, run.pc + 1, executed & ~calling, run.pc + 1);
    if (auto trap = enter_function(run.block, run.warp, place, operation.site, function, calling))
        return run.trapped(std::move(*trap));
    run.enter_top_path();
    return run.check_budget(place.pc, calling);
}

template <typename Observation> RunEnd run_branch_table(WarpRun<Observation>& run, const Operation& operation)
{
    const LaneMask executed = run.begin_step(operation);
    const LaneMask active = run.state.active;
    if (executed == 0) {
        ++run.pc;
        return RunEnd::goes_on;
    }
    const std::vector<std::uint32_t>& table = run.block.body().branch_tables[operation.site];
    const FaultPlace place { run.index, lowest_lane(executed), run.pc };
    std::uint32_t index = 0;
    __builtin_memcpy(&index, run.state.registers + operation.a + place.lane * sizeof(index), sizeof(index));
    if (index >= table.size())
        return run.trapped(branch_table_trap(run.block, place, index, table.size()));
    const std::uint32_t target = table[index];
    LaneMask going = 0;
    for_each_lane(executed, [&](unsigned lane) {
        std::uint32_t other = 0;
        __builtin_memcpy(&other, run.state.registers + operation.a + lane * sizeof(other), sizeof(other));
        going |= other < table.size() && table[other] == target ? LaneMask { 1 } << lane : 0;
    });
    if constexpr (Observation::kActive)
        run.observation.observer->on_branch(run.step(going), going, active & ~going);
    if (going == active)
        run.pc = target;
    else {
        // Lanes whose guard is false execute the branch once more and then continue.
        run.warp.divergence.part(run.pc, target, active & ~going, operation.reconvergence);
        run.enter_top_path();
    }
    return run.check_budget(place.pc, going);
}

template <typename Observation> RunEnd return_from_function(WarpRun<Observation>& run, LaneMask lanes)
{
    run.warp.divergence.go_to(run.pc + 1);
    run.warp.divergence.return_lanes(lanes);
    return go_on_after_leaving(run);
}

template <typename Observation> RunEnd run_return(WarpRun<Observation>& run, const Operation& operation)
{
    const LaneMask executed = run.begin_step(operation);
    if (executed == 0) {
        ++run.pc;
        return RunEnd::goes_on;
    }
    return return_from_function(run, executed);
}

template <typename Observation> RunEnd run_service(WarpRun<Observation>& run, const Operation& operation)
{
    const LaneMask executed = run.begin_step(operation);
    if (executed != 0) {
        if (auto trap = serve(run.block, run.warp, operation, { run.index, lowest_lane(executed), run.pc }, executed))
            return run.trapped(std::move(*trap));
    }
    ++run.pc;
    return RunEnd::goes_on;
}

// A test of an mbarrier object. While its phase is not complete the other warps get their turn.
template <typename Observation> RunEnd run_wait(WarpRun<Observation>& run, const Operation& operation)
{
    const std::uint32_t pc = run.pc;
    if (const RunEnd end = run_guarded(run, operation); end != RunEnd::goes_on)
        return end;
    if (std::exchange(run.state.refusal.kind, RefusalKind::none) != RefusalKind::incomplete_phase) {
        run.warp.spin.pass_test();
        run.warp.starvation = {};
        return RunEnd::goes_on;
    }
    run.warp.spin.fail_test(pc);
    run.budget.start_slice(run.block.warp_instructions, kWarpSlice);
    if (run.lanes_need_turns()) [[unlikely]]
        return run.part_for_turns();
    run.warp.divergence.go_to(run.pc);
    return RunEnd::suspended;
}

// A warp that waits comes back to the instruction when the phase is complete.
template <typename Observation> RunEnd run_cluster_barrier(WarpRun<Observation>& run, const Operation& operation)
{
    Observer* const observer = observer_of(run.observation);
    const LaneMask arrives = run.executing(operation);
    const bool waits = static_cast<ClusterAction>(operation.site) == ClusterAction::wait;
    if (waits && !passes_cluster_barrier(run.block, run.warp, arrives, observer)) {
        if (run.lanes_behind() != 0 && run.block.lane_turns->have_begun())
            return run.part_for_turns();
        run.warp.status = WarpStatus::waiting;
        run.warp.barrier = kClusterBarrier;
        run.warp.divergence.go_to(run.pc);
        return RunEnd::suspended;
    }
    run.begin_step(operation);
    if (!waits && arrives != 0)
        arrive_at_cluster(run.block, run.warp, arrives, observer);
    ++run.pc;
    return RunEnd::goes_on;
}

// In a separate function, so the common path stays small.
template <typename Observation> [[gnu::noinline]] RunEnd run_rare(WarpRun<Observation>& run, const Operation& operation)
{
    if (operation.kind == OperationKind::call)
        return run_call(run, operation);
    if (operation.kind == OperationKind::branch_table)
        return run_branch_table(run, operation);
    if (operation.kind == OperationKind::function_return)
        return run_return(run, operation);
    if (operation.kind == OperationKind::function_end)
        return return_from_function(run, run.state.active);
    if (operation.kind == OperationKind::wait)
        return run_wait(run, operation);
    if (operation.kind == OperationKind::cluster_barrier)
        return run_cluster_barrier(run, operation);
    VERIFY(operation.kind == OperationKind::service);
    return run_service(run, operation);
}

template <typename Observation>
[[gnu::always_inline]] inline RunEnd run_special(WarpRun<Observation>& run, const Operation& operation)
{
    switch (operation.kind) {
    case OperationKind::branch:
        return run_branch(run, operation);
    case OperationKind::guarded:
        return run_guarded(run, operation);
    case OperationKind::barrier:
        return run_barrier(run, operation);
    case OperationKind::exit:
        return run_exit(run, run.executing(operation));
    case OperationKind::end:
        return leave(run, run.state.active);
    case OperationKind::call:
    case OperationKind::branch_table:
    case OperationKind::function_return:
    case OperationKind::function_end:
    case OperationKind::wait:
    case OperationKind::cluster_barrier:
    case OperationKind::service:
        return run_rare(run, operation);
    case OperationKind::straight:
        break;
    }
    VERIFY_NOT_REACHED();
}

template <typename Observation> [[nodiscard, gnu::always_inline]] inline RunEnd run_warp(WarpRun<Observation>& run)
{
    run.enter_top_path();
    while (true) {
        if (run.pc == run.reconvergence) {
            run.warp.divergence.meet();
            run.enter_top_path();
            continue;
        }
        if (const std::uint32_t end = run.straight_end[run.pc]; end != run.pc) {
            if (!run.run_straight(end)) [[unlikely]]
                return run.interruption;
            continue;
        }
        if (const RunEnd end = run_special(run, run.operations[run.pc]); end != RunEnd::goes_on) [[unlikely]]
            return end;
    }
}

} // namespace warpstage::simt
