#include "core/trace/totals_recorder.h"

#include "core/base/verify.h"

#include <cstring>
#include <utility>

namespace warpstage::trace {

namespace {

// Of all lanes; those that are not meant have any address.
template <typename Address> void read_addresses(const simt::AddressRow& row, std::array<std::uint64_t, kMaxLanes>& addresses)
{
    std::array<Address, kMaxLanes> values;
    std::memcpy(values.data(), row.values, sizeof(values));
    const auto displacement = static_cast<Address>(row.displacement);
    for (std::size_t lane = 0; lane < kMaxLanes; ++lane)
        addresses[lane] = static_cast<Address>(values[lane] + displacement);
}

} // namespace

TotalsRecorder::TotalsRecorder(
    std::uint32_t instruction_count, std::uint32_t warp_width, std::uint32_t warps, PatternLimits limits, Overflow overflow)
    : SummingObserver(instruction_count)
    , m_patterns(limits.per_instruction, limits.all)
    , m_known(instruction_count)
    , m_overflow(std::move(overflow))
{
    m_totals.warp_width = warp_width;
    m_totals.warps = warps;
    m_totals.instructions.resize(instruction_count);
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
    if (follows(step.pc))
        watch()->on_access(step, access);
}

bool TotalsRecorder::on_addresses(const simt::Step& step, const simt::AddressRow& row)
{
    if (!count_row(step.pc, row))
        return false;
    if (follows(step.pc))
        watch()->on_addresses(step, row);
    return true;
}

bool TotalsRecorder::count_row(std::uint32_t pc, const simt::AddressRow& row)
{
    InstructionTotals& instruction = m_totals.instructions[pc];
    const KnownRows::Found found = m_known.count(pc, row, instruction);
    if (found != KnownRows::Found::changing || !m_overflow)
        return found == KnownRows::Found::counted;
    m_access.space = row.space;
    m_access.kind = row.kind;
    m_access.bytes = row.access_bytes;
    m_access.lanes = row.lanes;
    m_access.form = row.form;
    if (row.bytes == sizeof(std::uint64_t))
        read_addresses<std::uint64_t>(row, m_access.addresses);
    else
        read_addresses<std::uint32_t>(row, m_access.addresses);
    ++instruction.patterns_dropped;
    m_overflow(pc, m_access);
    return true;
}

void TotalsRecorder::on_barrier(std::uint64_t /*block*/)
{
    ++m_totals.barriers;
}

Totals TotalsRecorder::take()
{
    m_known.finish(m_totals.instructions);
    m_totals.block = block();
    const std::vector<simt::StepSums> sums = take_sums();
    for (std::size_t pc = 0; pc < sums.size(); ++pc)
        static_cast<simt::StepSums&>(m_totals.instructions[pc]) = sums[pc];
    Totals empty;
    empty.warp_width = m_totals.warp_width;
    empty.warps = m_totals.warps;
    empty.instructions.resize(m_totals.instructions.size());
    m_patterns.clear();
    return std::exchange(m_totals, std::move(empty));
}

} // namespace warpstage::trace
