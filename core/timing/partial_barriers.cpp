#include "core/timing/partial_barriers.h"

namespace warpstage::timing {

void BarrierCollector::add_step(const BlockStream& stream, std::uint32_t warp, const MachineOperation& operation)
{
    if (operation.kind != OperationKind::barrier || operation.waits_at_barrier)
        return;
    if (m_arrivals.size() <= warp)
        m_arrivals.resize(warp + 1);
    m_arrivals[warp].push_back(stream.warps[warp].size() - 1);
}

void BarrierCollector::synchronize(
    BlockStream& stream, const MachineCode& code, std::span<const std::uint32_t> waited, std::span<const std::uint32_t> arrived)
{
    const auto number = static_cast<std::uint32_t>(stream.barriers.size()) + 1;
    std::uint32_t steps = 0;
    const auto join = [&](std::uint32_t warp, std::size_t index) {
        if (warp >= stream.warps.size() || index >= stream.warps[warp].size())
            return; // not recorded
        StreamStep& step = stream.warps[warp][index];
        if (step.barrier != 0 || code.operations[step.pc].kind != OperationKind::barrier)
            return;
        step.barrier = number;
        ++steps;
    };
    for (const std::uint32_t warp : waited)
        if (warp < stream.warps.size() && !stream.warps[warp].empty())
            join(warp, stream.warps[warp].size() - 1);
    for (const std::uint32_t warp : arrived) {
        if (warp >= m_arrivals.size() || m_arrivals[warp].empty())
            continue;
        join(warp, m_arrivals[warp].front());
        m_arrivals[warp].pop_front();
    }
    if (steps != 0)
        stream.barriers.push_back(steps);
}

} // namespace warpstage::timing
