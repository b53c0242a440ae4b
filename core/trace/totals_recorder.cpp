#include "core/trace/totals_recorder.h"

#include "core/base/verify.h"

#include <utility>

namespace warpstage::trace {

TotalsRecorder::TotalsRecorder(
    std::uint32_t instruction_count, std::uint32_t warp_width, std::uint32_t warps, PatternLimits limits, Overflow overflow)
    : m_patterns(limits.per_instruction, limits.all)
    , m_known(instruction_count)
    , m_overflow(std::move(overflow))
{
    m_totals.warp_width = warp_width;
    m_totals.warps = warps;
    m_totals.instructions.resize(instruction_count);
}

void TotalsRecorder::on_step(const simt::Step& step)
{
    VERIFY(step.pc < m_totals.instructions.size());
    InstructionTotals& instruction = m_totals.instructions[step.pc];
    const unsigned active = lane_count(step.active);
    ++instruction.executions;
    instruction.active_lanes += active;
    instruction.executed_lanes += step.executed == step.active ? active : lane_count(step.executed);
    m_totals.block = step.block;
}

void TotalsRecorder::on_access(const simt::Step& step, const simt::Access& access)
{
    VERIFY(step.pc < m_totals.instructions.size());
    if (access.lanes == 0) // false guard in all lanes: no request
        return;
    InstructionTotals& instruction = m_totals.instructions[step.pc];
    const auto dropped = instruction.patterns_dropped;
    m_known.learn(step.pc, m_patterns.count(step.pc, access, instruction));
    if (m_overflow && instruction.patterns_dropped != dropped)
        m_overflow(step.pc, access);
}

bool TotalsRecorder::on_addresses(const simt::Step& step, const simt::AddressRow& row)
{
    const auto known = step.executed == first_lanes(kMaxLanes) ? m_known.find(step.pc, row) : std::nullopt;
    if (known)
        ++m_totals.instructions[step.pc].patterns[*known].count;
    return known.has_value();
}

void TotalsRecorder::on_branch(const simt::Step& step, LaneMask taken, LaneMask not_taken)
{
    VERIFY(step.pc < m_totals.instructions.size());
    InstructionTotals& instruction = m_totals.instructions[step.pc];
    ++instruction.branches;
    if (taken != 0 && not_taken != 0)
        ++instruction.divergent_branches;
}

void TotalsRecorder::on_barrier(std::uint64_t /*block*/)
{
    ++m_totals.barriers;
}

void TotalsRecorder::on_warp_barrier(const simt::Step& /*step*/, LaneMask /*members*/) { }

void TotalsRecorder::on_exit(const simt::Step& /*step*/) { }

Totals TotalsRecorder::take()
{
    Totals empty;
    empty.warp_width = m_totals.warp_width;
    empty.warps = m_totals.warps;
    empty.instructions.resize(m_totals.instructions.size());
    m_patterns.clear();
    m_known.clear();
    return std::exchange(m_totals, std::move(empty));
}

} // namespace warpstage::trace
