#include "core/simt/checks/barriers/skipped_barriers.h"

#include <algorithm>

namespace warpstage::simt {

SkippedBarriers::SkippedBarriers(const std::vector<BarrierGuard>& guards, std::uint32_t warps)
    : m_guards(guards)
    , m_around(guards.size(), std::vector<LaneMask>(warps, 0))
    , m_arrived(warps)
{
}

void SkippedBarriers::clear()
{
    for (std::vector<LaneMask>& lanes : m_around)
        std::ranges::fill(lanes, 0);
    std::ranges::fill(m_arrived, Arrival {});
}

void SkippedBarriers::branch(const Step& step, LaneMask taken)
{
    for (std::size_t i = 0; i < m_guards.size(); ++i) {
        if (m_guards[i].branch != step.pc)
            continue;
        const LaneMask inside = m_guards[i].barrier_is_taken ? taken : step.active & ~taken;
        LaneMask& around = m_around[i][step.warp];
        around = (around & ~inside) | (step.active & ~inside);
    }
}

void SkippedBarriers::arrive(const Step& step, bool aligned)
{
    m_arrived[step.warp] = { step.pc, step.executed, aligned };
}

std::optional<DifferentBarriers> SkippedBarriers::find_different() const
{
    const Arrival* first = nullptr;
    for (const Arrival& arrival : m_arrived) {
        if (arrival.lanes == 0 || !arrival.aligned)
            continue;
        first = first == nullptr ? &arrival : first;
        if (arrival.pc == first->pc)
            continue;
        const auto place = [this](const Arrival& one) {
            return DifferentBarriers::Place { static_cast<std::uint32_t>(&one - m_arrived.data()), lowest_lane(one.lanes),
                one.pc };
        };
        return DifferentBarriers { place(*first), place(arrival) };
    }
    return std::nullopt;
}

std::optional<SkippedBarrier> SkippedBarriers::complete()
{
    std::optional<SkippedBarrier> found;
    for (std::size_t i = 0; i < m_guards.size() && !found; ++i) {
        const auto waits = std::ranges::find_if(m_arrived, [&](const Arrival& arrival) {
            return arrival.lanes != 0 && std::ranges::find(m_guards[i].barriers, arrival.pc) != m_guards[i].barriers.end();
        });
        for (std::uint32_t warp = 0; waits != m_arrived.end() && warp < m_arrived.size() && !found; ++warp) {
            // Lanes that wait at no barrier have exited.
            if (const LaneMask gone = m_around[i][warp] & ~m_arrived[warp].lanes; gone != 0)
                found = { static_cast<std::uint32_t>(waits - m_arrived.begin()), waits->lanes, waits->pc, m_guards[i].branch,
                    warp, lowest_lane(gone) };
        }
    }
    std::ranges::fill(m_arrived, Arrival {});
    return found;
}

} // namespace warpstage::simt
