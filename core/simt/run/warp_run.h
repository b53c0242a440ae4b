// One warp until it ends, waits at a barrier, or must stop: common parts of its operations, straight and other ones
// (interpreter.h). The cost of an observer is compiled only into the observed instantiations.
#pragma once

#include "core/simt/faults/fault.h"
#include "core/simt/run/block.h"
#include "core/simt/run/instruction_budget.h"
#include "core/simt/run/observation.h"
#include "core/simt/run/observed_operation.h"
#include "core/simt/run/run_end.h"
#include "core/simt/run/undefined_operation.h"
#include "core/simt/run/warp_members.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

namespace warpstage::simt {

// The lanes among `lanes` whose guard is true.
[[nodiscard]] inline LaneMask guard_of(const WarpState& state, const Operation& operation, LaneMask lanes)
{
    if (operation.guard == kNoRow)
        return lanes;
    LaneMask predicate = 0;
    __builtin_memcpy(&predicate, state.registers + operation.guard, sizeof(predicate));
    return (operation.guard_negated ? ~predicate : predicate) & lanes;
}

// Straight operations from run.pc on as machine code (translated_run.h); `end`: of the run of straight operations.
template <typename Observation> struct WarpRun;
template <typename Observation> bool run_translated(WarpRun<Observation>& run, std::uint32_t end);

template <typename Observation> struct WarpRun {
    static constexpr bool kTranslates = jit::kTranslates && (Observation::kSums || !Observation::kActive);

    WarpRun(Block& its_block, std::uint32_t its_index, Observation its_observation, InstructionBudget& its_budget)
        : block(its_block)
        , warp(its_block.warps()[its_index])
        , index(its_index)
        , observation(its_observation)
        , budget(its_budget)
        , state(its_block.state())
        , operations(its_block.body().operations.data())
        , straight_end(its_block.body().straight_end.data())
    {
        if constexpr (kTranslates) {
            const ProgramBody& body = its_block.body();
            if (body.translated != nullptr)
                translated = translated_for(body);
        }
        resume();
    }

    [[nodiscard]] const jit::TranslatedCode* translated_for(const ProgramBody& body) const
    {
        if constexpr (Observation::kSums) {
            const SummingObserver& observer = *observation.observer;
            if (observer.watch() != nullptr)
                return body.translated->of(body, observer.followed());
            return body.translated->of(body, observer.counts_requests() ? jit::Counting::requests : jit::Counting::executions);
        } else {
            return body.translated->of(body, jit::Counting::none);
        }
    }

    // After the warp has run elsewhere.
    void resume()
    {
        interruption = RunEnd::trapped;
        parting = Parting::collective;
        state.existing = warp.divergence.living();
        block.select(warp);
    }

    void enter_top_path()
    {
        const Path& top = warp.divergence.top();
        pc = top.pc;
        reconvergence = top.reconvergence;
        full = top.lanes == warp.divergence.living();
        set_active(state, top.lanes);
    }

    void count(std::uint64_t instructions, std::uint64_t lanes)
    {
        block.warp_instructions += instructions;
        block.lane_instructions += lanes;
    }
    // One instruction, usually executed by all active lanes: counting lanes requires a call if the processor level has no popcnt.
    void count_one(LaneMask executed) { count(1, executed == state.active ? state.active_lanes : lane_count(executed)); }

    [[nodiscard]] Step step(LaneMask executed) const { return { block.linear(), index, pc, state.active, executed }; }

    [[nodiscard]] LaneMask executing(const Operation& operation) const { return guard_of(state, operation, state.active); }

    // Counts and reports an instruction that is not straight; returns the lanes whose guard is true.
    LaneMask begin_step(const Operation& operation)
    {
        const LaneMask executed = executing(operation);
        if constexpr (Observation::kActive)
            observation.observer->on_step(step(executed));
        count_one(executed);
        return executed;
    }

    bool run_straight(std::uint32_t end)
    {
        if constexpr (Observation::kChecked) {
            if (observation.observer->is_alone())
                return run_checked(end);
        }
        if constexpr (Observation::kActive && !Observation::kSums) {
            while (pc != end) {
                if (!run_reported())
                    return false;
            }
            return true;
        } else {
            return run_unreported(end);
        }
    }

    // An observer of sums gets memory requests, and its watch the instructions that it follows.
    [[gnu::always_inline]] bool run_unreported(std::uint32_t end)
    {
        if constexpr (kTranslates) {
            if (translated != nullptr)
                return run_translated(*this, end);
        }
        return run_untranslated(end);
    }

    [[gnu::always_inline]] bool run_untranslated(std::uint32_t end)
    {
        if constexpr (Observation::kSums) {
            if (observation.observer->watch() != nullptr)
                return run_watched(end);
        }
        return run_interpreted(end);
    }

    [[gnu::always_inline]] bool run_interpreted(std::uint32_t end)
    {
        const std::uint32_t first = pc;
        const ProgramBody& body = block.body();
        const std::uint32_t* next = body.effective.data() + body.first_effective[first];
        const std::uint32_t* const last = body.effective.data() + body.first_effective[end];
        count_run(first, end);
        return full ? run_handlers<&Operation::full>(next, last, end) : run_handlers<&Operation::masked>(next, last, end);
    }

    template <Handler Operation::*kHandler>
    [[gnu::always_inline]] bool run_handlers(const std::uint32_t* next, const std::uint32_t* last, std::uint32_t end)
    {
        for (; next != last; ++next) {
            const Operation& operation = operations[*next];
            if constexpr (Observation::kSums)
                pc = *next;
            if (!execute_straight(operation, operation.*kHandler)) [[unlikely]]
                return fault_before(&operation, end);
        }
        pc = end;
        return true;
    }

    // The same with a watch, which may follow instructions without effect.
    bool run_watched(std::uint32_t end)
    {
        count_run(pc, end);
        for (; pc != end; ++pc) {
            const Operation& operation = operations[pc];
            if (!execute_summed(operation, full ? operation.full : operation.masked)) [[unlikely]]
                return fault_before(&operation, end);
        }
        return true;
    }

    // The operation at pc, for an observer of sums.
    bool execute_summed(const Operation& operation, Handler handler)
    {
        if (!observation.observer->follows(pc)) [[likely]]
            return execute_straight(operation, handler);
        if (needs_other_paths(operation)) [[unlikely]]
            return false;
        observation.observer->watch()->on_step(step(state.active));
        return execute_followed(operation, handler);
    }

    // One that needs no report beside its memory requests.
    [[gnu::always_inline]] bool execute_straight(const Operation& operation, Handler handler)
    {
        if constexpr (Observation::kSums) {
            if (operation.accesses_memory)
                return access_summed(state, block.body(), operation, handler, step(state.active), *observation.observer)
                    || retry(operation, handler);
        }
        return handler(state, operation) || retry(operation, handler);
    }

    bool execute_followed(const Operation& operation, Handler handler)
    {
        observation.observer->watch()->before(step(state.active), state, operation);
        return execute_straight(operation, handler);
    }

    void count_run(std::uint32_t first, std::uint32_t end)
    {
        count(end - first, std::uint64_t { end - first } * state.active_lanes);
        if constexpr (Observation::kSums)
            observation.observer->on_run(first, end, state.active_lanes);
    }

    // One straight operation.
    bool run_reported()
    {
        if (needs_other_paths(operations[pc])) [[unlikely]]
            return fault(operations + pc);
        if (must_yield(state.active)) [[unlikely]]
            return false;
        observation.observer->on_step(step(state.active));
        count(1, state.active_lanes);
        if (!execute(operations[pc], full, step(state.active)))
            return false;
        ++pc;
        return true;
    }

    // Only the instructions that the checks follow are reported.
    bool run_checked(std::uint32_t end)
    {
        while (pc != end) {
            const std::uint32_t next = std::min(observation.observer->next_observed(pc), end);
            if (next != pc && !run_unreported(next))
                return false;
            if (next != end && !run_reported())
                return false;
        }
        return true;
    }

    // One operation for the lanes in state.active, reported to the observer. `all_lanes`: these are all lanes that have not
    // exited.
    bool execute(const Operation& operation, bool all_lanes, const Step& here)
    {
        const Handler handler = all_lanes ? operation.full : operation.masked;
        if constexpr (Observation::kSums) {
            const bool follows = observation.observer->follows(pc);
            return (follows ? execute_followed(operation, handler) : execute_straight(operation, handler)) || fault(&operation);
        } else if constexpr (Observation::kActive) {
            const auto executed = [&] {
                if constexpr (Observation::kChecked) {
                    if (observation.observer->is_alone())
                        return observation.observer->execute(state, operation, handler, here);
                } else if (observation.of_state != nullptr) {
                    return execute_between(operation, handler, here);
                }
                return execute_observed(state, block.body(), operation, handler, here, *observation.observer);
            };
            if (!executed() && !(only_leaving_lanes_absent(operation) && executed()) && !despite_operands(operation, handler)
                && !(block.find_new_buffers() && executed()))
                return fault(&operation);
            return !hazard();
        } else {
            return handler(state, operation) || retry(operation, handler) || fault(&operation);
        }
    }

    // For an observer that reads the registers before and after.
    [[gnu::noinline]] bool execute_between(const Operation& operation, Handler handler, const Step& here)
    {
        observation.of_state->before(here, state, operation);
        if (!execute_observed(state, block.body(), operation, handler, here, *observation.observer))
            return false;
        observation.of_state->after(here, state, operation);
        return true;
    }

    // An operation that has been refused.
    [[gnu::noinline]] bool retry(const Operation& operation, Handler handler)
    {
        return (only_leaving_lanes_absent(operation) && handler(state, operation)) || despite_operands(operation, handler)
            || (block.find_new_buffers() && handler(state, operation));
    }

    [[nodiscard]] bool despite_operands(const Operation& operation, Handler handler)
    {
        const auto place = static_cast<std::uint32_t>(&operation - operations);
        return !Observation::kChecked && execute_undefined(block, state, place, operation, handler);
    }

    // Whether the operation is a collective of lanes that are on other paths, so the warp parts before the operation is reported.
    [[nodiscard]] bool needs_other_paths(const Operation& operation)
    {
        const std::uint32_t row = block.body().member_rows[pc];
        return row != kNoRow && row == operation.e && !members_agree(state, row) && !only_leaving_lanes_absent(operation)
            && may_part(operation);
    }

    // Whether the checks want other blocks to run before the operation.
    [[nodiscard]] bool must_yield(LaneMask executed)
    {
        if constexpr (Observation::kChecked) {
            if (observation.observer->yields_before(pc, executed)) [[unlikely]] {
                warp.divergence.go_to(pc);
                interruption = RunEnd::yields;
                return true;
            }
        }
        return false;
    }

    // Operations of the whole warp must be one instruction for all of its lanes.
    [[nodiscard]] bool may_part(const Operation& operation) const
    {
        return !operation.accesses_memory && operation.e != kNoRow && block.body().member_rows[pc] == operation.e
            && state.refusal.kind == RefusalKind::absent_members;
    }

    // Whether only lanes are missing that wait to exit together with the others. Exited lanes are no longer members (PTX ISA,
    // 9.7.9: "non-exited threads"), and on a GPU these exit at once.
    [[gnu::noinline]] bool only_leaving_lanes_absent(const Operation& operation)
    {
        if (operation.accesses_memory || state.refusal.kind != RefusalKind::absent_members
            || (state.refusal.others & ~leaving()) != 0)
            return false;
        state.existing &= ~leaving();
        return true;
    }

    [[nodiscard]] LaneMask leaving() const { return leaving_lanes(block.body(), warp.divergence); }

    // Whether a check has found an error.
    [[nodiscard]] bool hazard()
    {
        if constexpr (Observation::kChecked) {
            if (observation.observer->found()) [[unlikely]] {
                trap = observation.observer->take_trap();
                return true;
            }
        }
        return false;
    }

    // In a run up to `end` that has been counted.
    [[gnu::noinline]] bool fault_before(const Operation* operation, std::uint32_t end)
    {
        fault(operation);
        const bool is_executed = interruption != RunEnd::parts;
        if (is_executed && !Observation::kSums)
            return false; // the numbers do not matter after an error
        const std::uint32_t first = is_executed ? pc + 1 : pc;
        block.warp_instructions -= end - first;
        block.lane_instructions -= std::uint64_t { end - first } * state.active_lanes;
        if constexpr (Observation::kSums)
            observation.observer->take_back(first, end, state.active_lanes);
        return false;
    }

    // Always returns false: the operation was not allowed, or its warp parts.
    [[gnu::noinline]] bool fault(const Operation* operation)
    {
        pc = static_cast<std::uint32_t>(operation - operations);
        if (may_part(*operation)) {
            interruption = RunEnd::parts;
            warp.divergence.go_to(pc);
            return false;
        }
        trap = refusal_trap(block, state, index, pc, warp.divergence.living() & ~leaving());
        return false;
    }

    // Backward branches, calls and indirect branches may loop forever.
    RunEnd check_budget(std::uint32_t at, LaneMask lanes)
    {
        if (!budget.must_look(block.warp_instructions)) [[likely]]
            return RunEnd::goes_on;
        return look_at_budget(at, lanes);
    }

    [[gnu::noinline]] RunEnd look_at_budget(std::uint32_t at, LaneMask lanes)
    {
        if constexpr (std::is_same_v<Observation, Observed>) {
            if (observation.ignores(index)) {
                warp.divergence.go_to(pc);
                return RunEnd::ignored;
            }
        }
        switch (budget.after(block.warp_instructions)) {
        case InstructionBudget::Verdict::go_on:
            return RunEnd::goes_on;
        case InstructionBudget::Verdict::stopped:
            stopped_at = FaultPlace { index, lowest_lane(lanes), at };
            return RunEnd::stopped;
        case InstructionBudget::Verdict::slice_over:
            return end_slice();
        case InstructionBudget::Verdict::exhausted:
            break;
        }
        // Lanes of the same warp that the running lanes wait for.
        const LaneMask waiting = warp.spin.has_waited() ? warp.divergence.living() & ~state.active : 0;
        trap = budget_trap(block, { index, lowest_lane(lanes), at }, budget.budget(), waiting);
        return RunEnd::trapped;
    }

    RunEnd end_slice()
    {
        if (!warp.spin.decide(pc, state.active, { warp.registers, block.body().register_file_bytes }))
            return RunEnd::goes_on;
        if (lanes_need_turns()) [[unlikely]]
            return part_for_turns();
        const bool ends = warp.spin.waits() || budget.ends_slice(block.warp_instructions);
        if (ends)
            budget.start_slice(block.warp_instructions, warp.spin.waits() ? kWaitingSlice : kWarpSlice);
        if constexpr (std::is_same_v<Observation, Observed>)
            budget.look_early(block.warp_instructions, kObservedLook);
        if (!ends)
            return RunEnd::goes_on;
        warp.divergence.go_to(pc);
        return RunEnd::suspended;
    }

    // Lanes of the warp that cannot run now and that others may wait for; none if lanes do not get their turn.
    [[nodiscard]] LaneMask lanes_behind() const
    {
        if (block.lane_turns == nullptr || !block.lane_turns->are_possible())
            return 0;
        return warp.divergence.living() & ~warp.divergence.top().lanes & ~leaving();
    }

    // After the warp has been found to wait or to run for long.
    [[nodiscard, gnu::noinline]] bool lanes_need_turns()
    {
        const LaneMask behind = lanes_behind();
        if (behind == 0) {
            warp.starvation = {};
            return false;
        }
        const bool have_begun = block.lane_turns->have_begun();
        if (warp.spin.waits())
            return have_begun;
        constexpr std::uint64_t kLong = 1U << 22U; // warp instructions of the block
        constexpr std::uint64_t kLongAgain = 1U << 16U;
        // A loop that waits may read a clock, so its registers change.
        const auto others_work = [&] {
            return std::ranges::any_of(block.warps(), [&](const Warp& other) {
                return &other != &warp && other.status == WarpStatus::ready && !other.spin.waits()
                    && !other.starvation.is_possible() && !may_wait_at(block.program(), other.divergence.top().pc);
            });
        };
        return warp.starvation.lasts(behind, block.warp_instructions, have_begun ? kLongAgain : kLong, others_work)
            && may_wait_at(block.program(), pc);
    }

    [[nodiscard]] RunEnd part_for_turns()
    {
        parting = Parting::turns;
        warp.divergence.go_to(pc);
        return RunEnd::parts;
    }

    RunEnd trapped(Trap found)
    {
        trap = std::move(found);
        return RunEnd::trapped;
    }

    Block& block;
    Warp& warp;
    std::uint32_t index;
    Observation observation;
    InstructionBudget& budget;
    WarpState& state;
    const Operation* operations;
    const std::uint32_t* straight_end;
    const jit::TranslatedCode* translated = nullptr; // null: everything is interpreted
    std::optional<Trap> trap;
    std::optional<FaultPlace> stopped_at;
    RunEnd interruption = RunEnd::trapped; // why an operation was not executed
    Parting parting = Parting::collective;

    // The top path, cached while it runs. Its two numbers are apart: copied with one instruction, they would wait for both stores
    // of a branch that has just divided it.
    std::uint32_t pc = 0;
    bool full = false;
    std::uint32_t reconvergence = kNever;
};

} // namespace warpstage::simt
