#include "core/simt/run/independent/independent_run.h"

#include "core/base/verify.h"
#include "core/simt/faults/fault.h"
#include "core/simt/run/barrier.h"
#include "core/simt/run/independent/joint_collective.h"
#include "core/simt/run/observed_operation.h"
#include "core/simt/run/service.h"
#include "core/simt/run/undefined_operation.h"
#include "core/simt/run/warp_members.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

namespace warpstage::simt {

IndependentRun::IndependentRun(
    Block& block, Observer* observer, Checker* checker, InstructionBudget& budget, DriftPolicy policy, std::uint64_t seed)
    : m_block(block)
    , m_observer(observer)
    , m_checker(checker)
    , m_budget(budget)
    , m_choices(policy, seed ^ block.linear() * 0xd134'2543'de82'ef95U, block.body().operations.size())
    , m_state(block.state())
    , m_operations(block.body().operations.data())
    , m_straight_end(block.body().drifting_end.data())
    , m_has_stack(block.body().functions.size() > 1 || block.body().functions.front().stack_top_row != kNoRow)
    , m_warps(block.warp_count())
    , m_order(block.warp_count())
    , m_apart(block.warp_count(), false)
{
    for (std::uint32_t warp = 0; warp < block.warp_count(); ++warp)
        m_warps[warp].living = block.warps()[warp].divergence.living();
    std::iota(m_order.begin(), m_order.end(), 0U);
    m_budget.start_slice(block.warp_instructions, kWarpSlice);
}

void IndependentRun::start_round()
{
    for (auto last = static_cast<std::uint32_t>(m_order.size()); last > 1; --last)
        std::swap(m_order[last - 1], m_order[m_choices.below(last)]);
}

RunEnd IndependentRun::run(std::uint32_t warp)
{
    m_index = warp;
    m_lanes = &m_warps[warp];
    m_block.select(m_block.warps()[warp]);
    m_state.existing = m_lanes->living;
    const RunEnd end = run_groups();
    if (m_lanes->take_turns && m_block.warps()[warp].status == WarpStatus::ready)
        show_places();
    return end;
}

RunEnd IndependentRun::run_groups()
{
    // Of lanes that take turns. A group that waits is found early in its turn: it may wait for hundreds of turns of other groups.
    constexpr std::uint64_t kSlice = 1U << 6U; // instructions
    constexpr std::uint32_t kTurn = 1U << 11U;
    for (std::uint32_t left = m_choices.groups_of_turn(); left > 0; --left) {
        const LaneMask group = choose_group();
        if (group == 0)
            return settle();
        if (m_lanes->take_turns) {
            m_budget.start_slice(m_block.warp_instructions, kSlice);
            m_block.warps()[m_index].spin.look_anew();
        }
        switch (run_group(group, m_lanes->take_turns ? kTurn : m_choices.length_at(m_lanes->pc[lowest_lane(group)]))) {
        case Progress::on:
            break;
        case Progress::waits:
            m_lanes->waited = true;
            return RunEnd::suspended;
        case Progress::trapped:
            return RunEnd::trapped;
        case Progress::stopped:
            return RunEnd::stopped;
        }
    }
    return RunEnd::suspended;
}

// 0 if no lane can run. Of random choices every second one is that of the lanes that are furthest behind, so lanes tend to
// reconverge; otherwise a group around a random lane.
LaneMask IndependentRun::choose_group()
{
    const LaneMask ready = m_lanes->ready();
    if (ready == 0)
        return 0;
    if (m_choices.policy() == DriftPolicy::together) {
        m_stays_behind = !std::exchange(m_lanes->waited, false);
        // Lanes that others wait for keep their turn when a branch splits them: what they do next completes what they have begun.
        const LaneMask same_turn = m_stays_behind && m_lanes->take_turns ? ready & m_lanes->turn_lanes : 0;
        const LaneMask next = !m_stays_behind ? m_lanes->longest_without_turn(ready, m_block.body())
                                              : m_lanes->furthest_behind(same_turn != 0 ? same_turn : ready, m_block.body());
        if (same_turn == 0)
            m_lanes->turn_lanes = next;
        m_lanes->begin_turn(next);
        return next;
    }
    unsigned leader = lowest_lane(ready);
    LaneMask group = m_lanes->with(leader, ready, m_block.body());
    if (group != ready) {
        if (m_choices.takes_last()) {
            group = m_lanes->furthest_behind(ready, m_block.body());
            leader = lowest_lane(group);
        } else {
            LaneMask rest = ready;
            for (std::uint32_t skipped = m_choices.below(lane_count(ready)); skipped > 0; --skipped)
                rest &= rest - 1;
            leader = lowest_lane(rest);
            group = m_lanes->with(leader, ready, m_block.body());
        }
    }
    return m_choices.part_of(group, leader, m_lanes->pc[leader]);
}

// Until the limit, a branch that splits the group or takes it ahead of others, or another lane at the same instruction that can
// join it.
IndependentRun::Progress IndependentRun::run_group(LaneMask group, std::uint32_t limit)
{
    while (limit > 0) {
        const std::uint32_t pc = m_lanes->pc[lowest_lane(group)];
        const LaneMask others = m_lanes->ready() & ~group;
        std::uint32_t end = m_straight_end[pc];
        if (end - pc > limit)
            end = pc + limit;
        bool is_ahead = false;
        for_each_lane(others, [&](unsigned lane) {
            const std::uint32_t there = m_lanes->pc[lane];
            end = there > pc && there < end ? there : end;
            is_ahead = is_ahead || (there < pc && (!m_lanes->take_turns || (m_lanes->turn_lanes >> lane & 1U) != 0));
        });
        if (is_ahead && m_stays_behind)
            return Progress::on;
        if (end != pc) {
            if (run_straight(pc, end, group) == Progress::trapped)
                return Progress::trapped;
            limit -= end - pc;
        } else {
            if (const Progress progress = run_one(pc, group); progress != Progress::on)
                return progress;
            --limit;
        }
        const LaneMask ready = m_lanes->ready();
        if ((group & ~ready) != 0)
            return release();
        if (m_lanes->at(m_lanes->pc[lowest_lane(group)], ready) != group)
            return Progress::on;
    }
    m_lanes->waited = true;
    return Progress::on;
}

// Straight operations without a member mask.
IndependentRun::Progress IndependentRun::run_straight(std::uint32_t pc, std::uint32_t end, LaneMask group)
{
    set_active(m_state, group);
    set_local_bytes(group);
    const std::uint32_t first = pc;
    const bool all = group == m_lanes->living;
    const bool quiet = m_observer == nullptr || (m_checker != nullptr && m_checker->is_alone());
    for (; pc != end; ++pc) {
        const Operation& operation = m_operations[pc];
        const Handler handler = all ? operation.full : operation.masked;
        bool allowed = true;
        if (quiet && (m_checker == nullptr || m_checker->next_observed(pc) != pc)) {
            allowed = handler(m_state, operation);
        } else {
            const Step here = step(pc, group, group);
            m_observer->on_step(here);
            allowed = quiet ? m_checker->execute(m_state, operation, handler, here)
                            : execute_observed(m_state, m_block.body(), operation, handler, here, *m_observer);
        }
        if (!allowed && m_checker == nullptr)
            allowed = execute_undefined(m_block, m_state, pc, operation, handler);
        allowed = allowed || (m_block.find_new_buffers() && handler(m_state, operation));
        if (!allowed)
            m_trap = refusal_trap(m_block, m_state, m_index, pc, m_lanes->living);
        if (!allowed || (m_checker != nullptr && hazard())) [[unlikely]]
            break;
    }
    const std::uint32_t executed = pc - first + (pc != end ? 1 : 0);
    m_block.warp_instructions += executed;
    m_block.lane_instructions += std::uint64_t { executed } * m_state.active_lanes;
    m_lanes->go_to(group, pc);
    return pc == end ? Progress::on : Progress::trapped;
}

IndependentRun::Progress IndependentRun::run_one(std::uint32_t pc, LaneMask group)
{
    const Operation& operation = m_operations[pc];
    const LaneMask executed = guard_of(m_state, operation, group);
    if (m_block.body().member_rows[pc] != kNoRow) {
        m_lanes->go_to(group & ~executed, pc + 1);
        m_lanes->waiting |= executed;
        for_each_lane(
            executed, [&](unsigned lane) { m_lanes->named[lane] = partners_of(m_block, *m_lanes, lane) & ~m_lanes->leaving; });
        return Progress::on;
    }
    switch (operation.kind) {
    case OperationKind::straight:
    case OperationKind::guarded:
        report_step(pc, group, executed);
        if (executed != 0 && !execute(operation, pc, executed))
            return Progress::trapped;
        m_lanes->go_to(group, pc + 1);
        return Progress::on;
    case OperationKind::wait:
        report_step(pc, group, executed);
        return test(operation, pc, executed, group);
    case OperationKind::cluster_barrier:
        return meet_cluster(operation, pc, executed, group);
    case OperationKind::branch:
        report_step(pc, group, executed);
        return branch(operation, pc, executed, group);
    case OperationKind::barrier:
        report_step(pc, group, executed);
        m_lanes->go_to(group & ~executed, pc + 1);
        m_lanes->waiting |= executed;
        return Progress::on;
    case OperationKind::exit:
        report_step(pc, group, executed);
        if (m_observer != nullptr && executed != 0)
            m_observer->on_exit(step(pc, group, executed));
        m_lanes->go_to(group & ~executed, pc + 1);
        leave(executed);
        return Progress::on;
    case OperationKind::end:
        leave(group);
        return Progress::on;
    case OperationKind::service:
        report_step(pc, group, executed);
        m_lanes->go_to(group, pc + 1);
        return executed == 0 ? Progress::on : run_service(operation, pc, executed);
    case OperationKind::call:
        report_step(pc, group, executed);
        return call(operation, pc, executed, group);
    case OperationKind::branch_table:
        report_step(pc, group, executed);
        return branch_by_table(operation, pc, executed, group);
    case OperationKind::function_return:
        report_step(pc, group, executed);
        m_lanes->go_to(group & ~executed, pc + 1);
        return_from_function(executed);
        return Progress::on;
    case OperationKind::function_end:
        return_from_function(group);
        return Progress::on;
    }
    VERIFY_NOT_REACHED();
}

// A failed test ends the turn: other lanes and warps get theirs.
IndependentRun::Progress IndependentRun::test(const Operation& operation, std::uint32_t pc, LaneMask executed, LaneMask group)
{
    if (executed != 0 && !execute(operation, pc, executed))
        return Progress::trapped;
    SpinProbe& spin = m_block.warps()[m_index].spin;
    if (std::exchange(m_state.refusal.kind, RefusalKind::none) == RefusalKind::incomplete_phase)
        spin.fail_test(pc);
    else if (executed != 0)
        spin.pass_test();
    m_lanes->go_to(group, pc + 1);
    return spin.failed_test() == pc ? Progress::waits : Progress::on;
}

// Lanes that wait stay where they are; others get their turn.
IndependentRun::Progress IndependentRun::meet_cluster(
    const Operation& operation, std::uint32_t pc, LaneMask executed, LaneMask group)
{
    Warp& warp = m_block.warps()[m_index];
    const bool waits = static_cast<ClusterAction>(operation.site) == ClusterAction::wait;
    if (waits && !passes_cluster_barrier(m_block, warp, executed, m_observer)) {
        ++m_block.warp_instructions;
        return check_budget(pc, executed);
    }
    report_step(pc, group, executed);
    if (!waits && executed != 0)
        arrive_at_cluster(m_block, warp, executed, m_observer);
    m_lanes->go_to(group, pc + 1);
    return hazard() ? Progress::trapped : Progress::on;
}

void IndependentRun::leave(LaneMask lanes)
{
    m_block.warps()[m_index].left |= lanes;
    m_lanes->living &= ~lanes;
    m_state.existing = m_lanes->living;
}

IndependentRun::Progress IndependentRun::run_service(const Operation& operation, std::uint32_t pc, LaneMask executed)
{
    Warp& warp = m_block.warps()[m_index];
    set_local_bytes(executed);
    m_trap = serve(m_block, warp, operation, { m_index, lowest_lane(executed), pc }, executed);
    if (m_block.body().services[operation.site].service == Service::allocate)
        for_each_lane(executed, [&](unsigned lane) { m_lanes->calls[lane].extend(m_block.body(), warp, lane); });
    return m_trap ? Progress::trapped : Progress::on;
}

void IndependentRun::set_local_bytes(LaneMask lanes)
{
    if (!m_has_stack)
        return; // select() has set it
    m_state.local_bytes = 0;
    for_each_lane(lanes,
        [&](unsigned lane) { m_state.local_bytes = std::max(m_state.local_bytes, m_lanes->calls[lane].end(m_block.body())); });
}

IndependentRun::Progress IndependentRun::check_budget(std::uint32_t pc, LaneMask executed)
{
    switch (m_budget.after(m_block.warp_instructions)) {
    case InstructionBudget::Verdict::go_on:
        return Progress::on;
    case InstructionBudget::Verdict::slice_over: {
        // Turns are shorter than slices, which only serve to find out whether warps wait.
        constexpr unsigned kLooks = 16; // lanes return to a branch in changing groups
        Warp& warp = m_block.warps()[m_index];
        if (!warp.spin.decide(pc, executed, { warp.registers, m_block.body().register_file_bytes }, kLooks))
            return Progress::on;
        m_budget.start_slice(m_block.warp_instructions, warp.spin.waits() ? kWaitingSlice : kWarpSlice);
        return warp.spin.waits() ? Progress::waits : Progress::on;
    }
    case InstructionBudget::Verdict::stopped:
        stopped_at = FaultPlace { m_index, lowest_lane(executed), pc };
        return Progress::stopped;
    case InstructionBudget::Verdict::exhausted:
        m_trap = budget_trap(m_block, { m_index, lowest_lane(executed), pc }, m_budget.budget(), 0);
        return Progress::trapped;
    }
    VERIFY_NOT_REACHED();
}

bool IndependentRun::execute(const Operation& operation, std::uint32_t pc, LaneMask executed)
{
    set_active(m_state, executed);
    set_local_bytes(executed);
    const auto run = [&] {
        return m_observer == nullptr
            ? operation.masked(m_state, operation)
            : execute_observed(m_state, m_block.body(), operation, operation.masked, step(pc, executed, executed), *m_observer);
    };
    bool allowed = run() || (m_block.find_new_buffers() && run());
    if (!allowed && m_checker == nullptr)
        allowed = execute_undefined(m_block, m_state, pc, operation, operation.masked);
    if (!allowed)
        m_trap = refusal_trap(m_block, m_state, m_index, pc, m_lanes->living);
    return allowed && !hazard();
}

bool IndependentRun::hazard()
{
    if (m_checker != nullptr && m_checker->found())
        m_trap = m_checker->take_trap();
    return m_trap.has_value();
}

void IndependentRun::report_step(std::uint32_t pc, LaneMask active, LaneMask executed)
{
    ++m_block.warp_instructions;
    m_block.lane_instructions += lane_count(executed);
    if (m_observer != nullptr)
        m_observer->on_step(step(pc, active, executed));
}

Step IndependentRun::step(std::uint32_t pc, LaneMask active, LaneMask executed) const
{
    return { m_block.linear(), m_index, pc, active, executed };
}

IndependentRun::Progress IndependentRun::release()
{
    for (LaneMask rest = m_lanes->waiting; rest != 0;) {
        const unsigned lane = lowest_lane(rest);
        rest &= rest - 1;
        if (m_block.body().member_rows[m_lanes->pc[lane]] == kNoRow)
            continue;
        const LaneMask arrived = arrived_with(m_block, *m_lanes, lane);
        rest &= ~arrived;
        if (arrived != partners_of(m_block, *m_lanes, lane))
            continue;
        if (const Progress progress = meet(arrived); progress != Progress::on)
            return progress;
    }
    return Progress::on;
}

IndependentRun::Progress IndependentRun::meet(LaneMask members)
{
    const std::uint32_t pc = m_lanes->pc[lowest_lane(members)];
    if (lacks_members(members))
        return Progress::trapped;
    if (m_lanes->at(pc, members) == members) {
        report_step(pc, members, members);
        if (!execute(m_operations[pc], pc, members))
            return Progress::trapped;
    } else {
        execute_jointly(m_block, m_lanes->pc, members);
        for (LaneMask rest = members; rest != 0;) {
            const std::uint32_t there = m_lanes->pc[lowest_lane(rest)];
            const LaneMask here = m_lanes->at(there, rest);
            rest &= ~here;
            report_step(there, here, here);
            if (m_observer != nullptr && rest == 0)
                m_observer->on_warp_barrier(step(there, here, here), members);
        }
    }
    m_lanes->waiting &= ~members;
    for_each_lane(members, [&](unsigned lane) { ++m_lanes->pc[lane]; });
    return Progress::on;
}

RunEnd IndependentRun::settle()
{
    Warp& warp = m_block.warps()[m_index];
    if (m_lanes->living == 0) {
        warp.divergence.retire(warp.divergence.living());
        warp.status = WarpStatus::finished;
        return RunEnd::suspended;
    }
    const std::uint32_t pc = m_lanes->pc[lowest_lane(m_lanes->living)];
    bool meeting = false;
    for_each_lane(
        m_lanes->living, [&](unsigned lane) { meeting = meeting || m_block.body().member_rows[m_lanes->pc[lane]] != kNoRow; });
    const LaneMask here = m_lanes->at(pc, m_lanes->living);
    const bool at_several = here != m_lanes->living;
    if (meeting) {
        m_trap = stuck_trap(m_block, *m_lanes, m_index);
        return RunEnd::trapped;
    }
    if (at_several && m_checker != nullptr) {
        m_trap = divergent_barrier_trap(m_block, { m_index, lowest_lane(here), pc }, here, m_lanes->living);
        return RunEnd::trapped;
    }
    // Barriers and the block's own faults read the state of a warp from here.
    warp.divergence.start(m_lanes->living);
    m_lanes->waiting = 0;
    std::vector<Arrival> arrivals;
    for (LaneMask rest = m_lanes->living; rest != 0; rest &= ~arrivals.back().lanes) {
        const std::uint32_t there = m_lanes->pc[lowest_lane(rest)];
        arrivals.push_back({ there, m_lanes->at(there, rest) });
    }
    for (const Arrival& arrival : arrivals)
        m_lanes->go_to(arrival.lanes, arrival.pc + 1);
    m_trap = arrive(
        m_block, m_index, arrivals, m_observer, m_checker == nullptr ? UndefinedOperands::run : UndefinedOperands::reported);
    return hazard() ? RunEnd::trapped : RunEnd::suspended;
}

} // namespace warpstage::simt
