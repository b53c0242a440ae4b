// Branches, calls and returns of lanes that diverge at any instruction: each lane has its own program counter and calls.
#include "core/simt/faults/fault.h"
#include "core/simt/run/independent/independent_run.h"

#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace warpstage::simt {

IndependentRun::Progress IndependentRun::branch(const Operation& operation, std::uint32_t pc, LaneMask executed, LaneMask group)
{
    if (m_observer != nullptr && operation.guard != kNoRow)
        m_observer->on_branch(step(pc, group, executed), executed, group & ~executed);
    m_lanes->go_to(executed, operation.site);
    m_lanes->go_to(group & ~executed, pc + 1);
    return executed == 0 || operation.site > pc ? Progress::on : check_budget(pc, executed);
}

IndependentRun::Progress IndependentRun::branch_by_table(
    const Operation& operation, std::uint32_t pc, LaneMask executed, LaneMask group)
{
    const std::vector<std::uint32_t>& table = m_block.body().branch_tables[operation.site];
    m_lanes->go_to(group & ~executed, pc + 1);
    for (LaneMask rest = executed; rest != 0;) {
        const unsigned lane = lowest_lane(rest);
        std::uint32_t index = 0;
        std::memcpy(&index, m_state.registers + operation.a + lane * sizeof(index), sizeof(index));
        if (index >= table.size()) {
            m_trap = branch_table_trap(m_block, { m_index, lane, pc }, index, table.size());
            return Progress::trapped;
        }
        m_lanes->pc[lane] = table[index];
        rest &= rest - 1;
    }
    return executed == 0 ? Progress::on : check_budget(pc, executed);
}

// Each lane separately: it may call another function, or the same one at another depth.
IndependentRun::Progress IndependentRun::call(const Operation& operation, std::uint32_t pc, LaneMask executed, LaneMask group)
{
    Warp& warp = m_block.warps()[m_index];
    const CallForm& form = m_block.body().calls[operation.site];
    m_lanes->go_to(group & ~executed, pc + 1);
    for (LaneMask rest = executed; rest != 0; rest &= rest - 1) {
        const FaultPlace place { m_index, lowest_lane(rest), pc };
        std::uint32_t function = form.function.value_or(kNoFunction);
        if (!form.function) {
            CallTarget target = find_call_target(m_block, warp, place, form);
            m_trap = std::move(target.trap);
            function = target.function;
        }
        if (!m_trap)
            m_trap = m_lanes->calls[place.lane].enter(m_block, warp, place, operation.site, function);
        if (m_trap)
            return Progress::trapped;
        m_lanes->pc[place.lane] = m_block.body().functions[function].first;
    }
    m_block.select(warp); // local memory may have been reallocated
    return executed == 0 ? Progress::on : check_budget(pc, executed);
}

void IndependentRun::return_from_function(LaneMask lanes)
{
    Warp& warp = m_block.warps()[m_index];
    for_each_lane(lanes, [&](unsigned lane) { m_lanes->pc[lane] = m_lanes->calls[lane].leave(m_block, warp, lane); });
}

} // namespace warpstage::simt
