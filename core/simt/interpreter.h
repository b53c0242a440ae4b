// Runs one warp until it ends, waits at a barrier, or must stop. The loop is written once; what an observer costs is compiled
// only into the observed instantiation.
#pragma once

#include "core/simt/barrier.h"
#include "core/simt/block.h"
#include "core/simt/call_stack.h"
#include "core/simt/checks/checker.h"
#include "core/simt/fault.h"
#include "core/simt/memory_access.h"
#include "core/simt/observer.h"
#include "core/simt/service.h"
#include "core/simt/told_operation.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>

namespace warpstage::simt {

struct Unobserved {
    static constexpr bool kActive = false;
    static constexpr bool kChecked = false;
};

struct Observed {
    static constexpr bool kActive = true;
    static constexpr bool kChecked = false;
    Observer* observer;
};

struct Checked {
    static constexpr bool kActive = true;
    static constexpr bool kChecked = true;
    Checker* observer; // hands on what it hears
};

// Null where nobody listens.
template <typename Observation> [[nodiscard]] Observer* observer_of(const Observation& observation)
{
    if constexpr (Observation::kActive)
        return observation.observer;
    else
        return nullptr;
}

enum class RunEnd : std::uint8_t {
    suspended, // Warp::status tells why
    trapped,
    stopped, // the stop token asked for it
};

// What a block may spend; looked at where the kernel branches backwards, so that nothing runs for ever.
class Patience {
public:
    Patience(std::uint64_t budget, std::stop_token stop)
        : m_budget(budget)
        , m_stop(std::move(stop))
    {
        look(0);
    }

    enum class Verdict : std::uint8_t { go_on, exhausted, stopped };

    [[nodiscard]] Verdict after(std::uint64_t instructions)
    {
        if (instructions < m_next_look) [[likely]]
            return Verdict::go_on;
        return look(instructions);
    }
    [[nodiscard]] std::uint64_t budget() const { return m_budget; }

private:
    Verdict look(std::uint64_t instructions)
    {
        if (instructions > m_budget)
            return Verdict::exhausted;
        if (m_stop.stop_requested())
            return Verdict::stopped;
        // Some hundred microseconds.
        constexpr std::uint64_t kInterval = 1U << 15U;
        m_next_look = std::min(m_budget - instructions, kInterval) + instructions + (m_budget - instructions < kInterval ? 1 : 0);
        return Verdict::go_on;
    }

    std::uint64_t m_budget;
    std::stop_token m_stop;
    std::uint64_t m_next_look = 0;
};

template <typename Observation> class WarpRun {
public:
    WarpRun(Block& block, std::uint32_t warp, Observation observation, Patience& patience)
        : m_block(block)
        , m_warp(block.warps()[warp])
        , m_index(warp)
        , m_observation(observation)
        , m_patience(patience)
        , m_state(block.state())
        , m_operations(block.body().operations.data())
        , m_straight_end(block.body().straight_end.data())
    {
        m_state.existing = m_warp.divergence.living();
        m_block.select(m_warp);
    }

    RunEnd run()
    {
        enter_top_path();
        while (true) {
            if (m_pc == m_reconvergence) {
                m_warp.divergence.meet();
                enter_top_path();
                continue;
            }
            if (const std::uint32_t end = m_straight_end[m_pc]; end != m_pc) {
                if (!run_straight(end)) [[unlikely]]
                    return RunEnd::trapped;
                continue;
            }
            if (const std::optional<RunEnd> end = run_special(m_operations[m_pc])) [[unlikely]]
                return *end;
        }
    }

    [[nodiscard]] std::optional<Trap> take_trap() { return std::move(m_trap); }

private:
    void enter_top_path()
    {
        const Path& top = m_warp.divergence.top();
        m_pc = top.pc;
        m_reconvergence = top.reconvergence;
        m_full = top.lanes == m_warp.divergence.living();
        set_active(m_state, top.lanes);
    }

    void count(std::uint64_t instructions, std::uint64_t lanes)
    {
        m_block.warp_instructions += instructions;
        m_block.lane_instructions += lanes;
    }

    [[nodiscard]] Step step(LaneMask executed) const { return { m_block.linear(), m_index, m_pc, m_state.active, executed }; }

    [[nodiscard]] LaneMask guard_of(const Operation& operation) const
    {
        if (operation.guard == kNoRow)
            return m_state.active;
        LaneMask predicate = 0;
        __builtin_memcpy(&predicate, m_state.registers + operation.guard, sizeof(predicate));
        return (operation.guard_negated ? ~predicate : predicate) & m_state.active;
    }

    bool run_straight(std::uint32_t end)
    {
        if constexpr (Observation::kActive) {
            for (; m_pc != end; ++m_pc) {
                m_observation.observer->on_step(step(m_state.active));
                count(1, m_state.active_lanes);
                if (!execute(m_operations[m_pc], m_full, step(m_state.active)))
                    return false;
            }
            return true;
        } else {
            const Operation* operation = m_operations + m_pc;
            const Operation* const last = m_operations + end;
            count(end - m_pc, std::uint64_t { end - m_pc } * m_state.active_lanes);
            if (m_full) {
                for (; operation != last; ++operation) {
                    if (!operation->full(m_state, *operation)) [[unlikely]] {
                        if (!excused(*operation) || !operation->full(m_state, *operation))
                            return fault(operation);
                    }
                }
            } else {
                for (; operation != last; ++operation) {
                    if (!operation->masked(m_state, *operation)) [[unlikely]] {
                        if (!excused(*operation) || !operation->masked(m_state, *operation))
                            return fault(operation);
                    }
                }
            }
            m_pc = end;
            return true;
        }
    }

    // One operation for the lanes in m_state.active, told to the observer.
    bool execute(const Operation& operation, bool full, const Step& here)
    {
        const Handler handler = full ? operation.full : operation.masked;
        if constexpr (Observation::kActive) {
            const auto told = [&] {
                return execute_told(m_state, m_block.body(), operation, handler, here, *m_observation.observer);
            };
            if (!told() && !(excused(operation) && told()))
                return fault(&operation);
            return !hazard();
        }
        return handler(m_state, operation) || (excused(operation) && handler(m_state, operation)) || fault(&operation);
    }

    // Whether nobody is missed but lanes that only wait to leave the kernel with the others. Those that have left are no members
    // any more (PTX ISA, 9.7.9: "non-exited threads"), and a GPU lets these go at once.
    [[gnu::noinline]] bool excused(const Operation& operation)
    {
        if (operation.accesses_memory || m_state.refusal.kind != RefusalKind::absent_members
            || (m_state.refusal.others & ~leaving()) != 0)
            return false;
        m_state.existing &= ~leaving();
        return true;
    }

    // Whether a check has found something.
    [[nodiscard]] bool hazard()
    {
        if constexpr (Observation::kChecked) {
            if (m_observation.observer->found()) [[unlikely]] {
                m_trap = m_observation.observer->take_trap();
                return true;
            }
        }
        return false;
    }

    // Always false: the operation was not allowed.
    [[gnu::noinline]] bool fault(const Operation* operation)
    {
        m_pc = static_cast<std::uint32_t>(operation - m_operations);
        m_trap = refusal_trap(m_block, m_state, m_index, m_pc, m_warp.divergence.living() & ~leaving());
        return false;
    }

    std::optional<RunEnd> run_special(const Operation& operation)
    {
        switch (operation.kind) {
        case OperationKind::branch:
            return run_branch(operation);
        case OperationKind::guarded:
            return run_guarded(operation);
        case OperationKind::barrier:
            return run_barrier(operation);
        case OperationKind::exit:
            return run_exit(guard_of(operation));
        case OperationKind::end:
            return leave(m_state.active);
        case OperationKind::call:
        case OperationKind::branch_table:
        case OperationKind::function_return:
        case OperationKind::function_end:
        case OperationKind::service:
            return run_rare(operation);
        case OperationKind::straight:
            break;
        }
        VERIFY_NOT_REACHED();
    }

    // Out of the way, so that what every kernel does stays small.
    [[gnu::noinline]] std::optional<RunEnd> run_rare(const Operation& operation)
    {
        if (operation.kind == OperationKind::call)
            return run_call(operation);
        if (operation.kind == OperationKind::branch_table)
            return run_branch_table(operation);
        if (operation.kind == OperationKind::function_return)
            return run_return(operation);
        if (operation.kind == OperationKind::function_end)
            return return_from_function(m_state.active);
        VERIFY(operation.kind == OperationKind::service);
        return run_service(operation);
    }

    std::optional<RunEnd> run_branch(const Operation& operation)
    {
        const LaneMask active = m_state.active;
        const LaneMask taken = guard_of(operation);
        if constexpr (Observation::kActive) {
            m_observation.observer->on_step(step(taken));
            if (operation.guard != kNoRow)
                m_observation.observer->on_branch(step(taken), taken, active & ~taken);
        }
        const std::uint32_t target = operation.site;
        const bool backward = target <= m_pc;
        if (taken == 0) {
            count(1, 0);
            ++m_pc;
            return std::nullopt;
        }
        const std::uint32_t branch = m_pc;
        if (taken == active) {
            count(1, m_state.active_lanes);
            m_pc = target;
        } else {
            count(1, lane_count(taken));
            m_warp.divergence.part(target, m_pc + 1, taken, operation.reconvergence);
            enter_top_path();
        }
        if (backward) {
            const Patience::Verdict verdict = m_patience.after(m_block.warp_instructions);
            if (verdict != Patience::Verdict::go_on) [[unlikely]]
                return give_up(verdict, branch, taken);
        }
        return std::nullopt;
    }

    RunEnd give_up(Patience::Verdict verdict, std::uint32_t branch, LaneMask taken)
    {
        if (verdict == Patience::Verdict::stopped)
            return RunEnd::stopped;
        m_trap = budget_trap(m_block, { m_index, lowest_lane(taken), branch }, m_patience.budget());
        return RunEnd::trapped;
    }

    std::optional<RunEnd> run_guarded(const Operation& operation)
    {
        const LaneMask active = m_state.active;
        const LaneMask executed = guard_of(operation);
        const Step here = step(executed);
        if constexpr (Observation::kActive)
            m_observation.observer->on_step(here);
        count(1, lane_count(executed));
        if (executed == active) {
            if (!execute(operation, m_full, here))
                return RunEnd::trapped;
        } else if (executed != 0) {
            set_active(m_state, executed);
            if (!execute(operation, false, here))
                return RunEnd::trapped;
            set_active(m_state, active);
        }
        ++m_pc;
        return std::nullopt;
    }

    std::optional<RunEnd> run_barrier(const Operation& operation)
    {
        const LaneMask executed = guard_of(operation);
        if constexpr (Observation::kActive)
            m_observation.observer->on_step(step(executed));
        count(1, lane_count(executed));
        if (executed == 0) {
            ++m_pc;
            return std::nullopt;
        }
        if (!others_only_wait_to_exit(executed)) {
            m_trap =
                divergent_barrier_trap(m_block, { m_index, lowest_lane(executed), m_pc }, executed, m_warp.divergence.living());
            return RunEnd::trapped;
        }
        BarrierPhase& phase = m_block.barriers()[static_cast<std::size_t>(operation.displacement)];
        if (is_plain(operation) && phase.threads == 0) [[likely]] {
            ++phase.arrived;
            m_warp.status = WarpStatus::waiting;
            m_warp.barrier = static_cast<std::uint32_t>(operation.displacement);
            m_warp.divergence.go_to(m_pc + 1);
            return RunEnd::suspended;
        }
        m_trap = arrive(m_block, { m_index, lowest_lane(executed), m_pc }, operation, executed, observer_of(m_observation));
        if (m_trap || hazard())
            return RunEnd::trapped;
        if (static_cast<BarrierAction>(operation.site) != BarrierAction::arrive)
            return RunEnd::suspended;
        ++m_pc;
        return std::nullopt;
    }

    // "if (i >= n) return;" before a barrier is fine on a GPU: lanes that left do not count. Here they may still wait at the
    // kernel's last instruction, for the others to leave with them.
    [[nodiscard]] bool others_only_wait_to_exit(LaneMask arrived) const
    {
        return (arrived | leaving()) == m_warp.divergence.living();
    }

    [[nodiscard]] LaneMask leaving() const
    {
        LaneMask leaving = 0;
        m_warp.divergence.for_each_waiting([&](std::uint32_t pc, LaneMask lanes) {
            const Operation& next = m_operations[pc];
            if ((next.kind == OperationKind::exit && next.guard == kNoRow) || next.kind == OperationKind::end)
                leaving |= lanes;
        });
        return leaving;
    }

    std::optional<RunEnd> run_exit(LaneMask executed)
    {
        if constexpr (Observation::kActive) {
            m_observation.observer->on_step(step(executed));
            if (executed != 0)
                m_observation.observer->on_exit(step(executed));
        }
        count(1, lane_count(executed));
        if (executed == 0) {
            ++m_pc;
            return std::nullopt;
        }
        return leave(executed);
    }

    std::optional<RunEnd> leave(LaneMask lanes)
    {
        m_warp.divergence.go_to(m_pc + 1);
        m_warp.divergence.retire(lanes);
        m_state.existing = m_warp.divergence.living();
        return go_on_after_leaving();
    }

    std::optional<RunEnd> go_on_after_leaving()
    {
        while (m_warp.divergence.function_finished())
            [[unlikely]] leave_function(m_block, m_warp);
        if (m_warp.divergence.finished()) {
            m_warp.status = WarpStatus::finished;
            return RunEnd::suspended;
        }
        enter_top_path();
        return std::nullopt;
    }

    // Counts and tells a step that is not straight; the lanes that its guard lets through.
    LaneMask begin_step(const Operation& operation)
    {
        const LaneMask executed = guard_of(operation);
        if constexpr (Observation::kActive)
            m_observation.observer->on_step(step(executed));
        count(1, lane_count(executed));
        return executed;
    }

    // Lanes that call different functions do so one group after the other: the others come back to this call.
    std::optional<RunEnd> run_call(const Operation& operation)
    {
        const LaneMask executed = begin_step(operation);
        if (executed == 0) {
            ++m_pc;
            return std::nullopt;
        }
        const CallForm& form = m_block.body().calls[operation.site];
        const FaultPlace place { m_index, lowest_lane(executed), m_pc };
        LaneMask calling = executed;
        std::uint32_t function = form.function.value_or(kNoFunction);
        if (!form.function) {
            CallTarget target = find_call_target(m_block, m_warp, place, form);
            if (target.trap)
                return trapped(std::move(*target.trap));
            function = target.function;
            calling = lanes_with_address(form.target, place.lane, executed);
        }
        if (calling == executed)
            m_warp.divergence.go_to(m_pc + 1);
        else
            m_warp.divergence.part(m_pc, m_pc + 1, executed & ~calling, m_pc + 1);
        if (auto trap = enter_function(m_block, m_warp, place, operation.site, function, calling))
            return trapped(std::move(*trap));
        enter_top_path();
        return look_at_patience(place.pc, calling);
    }

    std::optional<RunEnd> run_branch_table(const Operation& operation)
    {
        const LaneMask executed = begin_step(operation);
        const LaneMask active = m_state.active;
        if (executed == 0) {
            ++m_pc;
            return std::nullopt;
        }
        const std::vector<std::uint32_t>& table = m_block.body().branch_tables[operation.site];
        const FaultPlace place { m_index, lowest_lane(executed), m_pc };
        std::uint32_t index = 0;
        __builtin_memcpy(&index, m_state.registers + operation.a + place.lane * sizeof(index), sizeof(index));
        if (index >= table.size())
            return trapped(branch_table_trap(m_block, place, index, table.size()));
        const std::uint32_t target = table[index];
        LaneMask going = 0;
        for_each_lane(executed, [&](unsigned lane) {
            std::uint32_t other = 0;
            __builtin_memcpy(&other, m_state.registers + operation.a + lane * sizeof(other), sizeof(other));
            going |= other < table.size() && table[other] == target ? LaneMask { 1 } << lane : 0;
        });
        if constexpr (Observation::kActive)
            m_observation.observer->on_branch(step(going), going, active & ~going);
        if (going == active)
            m_pc = target;
        else {
            // Those whose guard says no come here once more and then pass.
            m_warp.divergence.part(m_pc, target, active & ~going, operation.reconvergence);
            enter_top_path();
        }
        return look_at_patience(place.pc, going);
    }

    // Of `lanes` those that have the address of `leader` in a row.
    [[nodiscard]] LaneMask lanes_with_address(std::uint32_t row, unsigned leader, LaneMask lanes) const
    {
        std::array<std::uint64_t, kMaxLanes> addresses;
        __builtin_memcpy(addresses.data(), m_state.registers + row, sizeof(addresses));
        LaneMask result = 0;
        for_each_lane(lanes, [&](unsigned lane) { result |= addresses[lane] == addresses[leader] ? LaneMask { 1 } << lane : 0; });
        return result;
    }

    // Calls and jumps through tables may go round without end as branches may.
    std::optional<RunEnd> look_at_patience(std::uint32_t pc, LaneMask lanes)
    {
        const Patience::Verdict verdict = m_patience.after(m_block.warp_instructions);
        if (verdict != Patience::Verdict::go_on) [[unlikely]]
            return give_up(verdict, pc, lanes);
        return std::nullopt;
    }

    std::optional<RunEnd> run_return(const Operation& operation)
    {
        const LaneMask executed = begin_step(operation);
        if (executed == 0) {
            ++m_pc;
            return std::nullopt;
        }
        return return_from_function(executed);
    }

    std::optional<RunEnd> return_from_function(LaneMask lanes)
    {
        m_warp.divergence.go_to(m_pc + 1);
        m_warp.divergence.return_lanes(lanes);
        return go_on_after_leaving();
    }

    std::optional<RunEnd> run_service(const Operation& operation)
    {
        const LaneMask executed = begin_step(operation);
        if (executed != 0) {
            if (auto trap = serve(m_block, m_warp, operation, { m_index, lowest_lane(executed), m_pc }, executed))
                return trapped(std::move(*trap));
        }
        ++m_pc;
        return std::nullopt;
    }

    RunEnd trapped(Trap trap)
    {
        m_trap = std::move(trap);
        return RunEnd::trapped;
    }

    Block& m_block;
    Warp& m_warp;
    std::uint32_t m_index;
    Observation m_observation;
    Patience& m_patience;
    WarpState& m_state;
    const Operation* m_operations;
    const std::uint32_t* m_straight_end;
    std::optional<Trap> m_trap;

    // The top path, held here while it runs.
    std::uint32_t m_pc = 0;
    std::uint32_t m_reconvergence = kNever;
    bool m_full = false;
};

} // namespace warpstage::simt
