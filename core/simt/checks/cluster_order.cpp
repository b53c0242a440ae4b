#include "core/simt/checks/cluster_order.h"

#include "core/simt/checks/hazard.h"
#include "core/simt/run/block.h"

namespace warpstage::simt {

void ClusterOrder::join(std::span<Checker* const> members, std::uint64_t first)
{
    m_members.assign(members.begin(), members.end());
    m_first = first;
}

void ClusterOrder::meet(const Step& step)
{
    if (static_cast<ClusterAction>(m_block->body().operations[step.pc].site) == ClusterAction::wait)
        return m_launch.global_races.pass_cluster(m_first, m_phase);
    m_phase = m_block->cluster().phases();
    m_launch.global_races.arrive_at_cluster(m_first, m_phase);
}

std::optional<Trap> ClusterOrder::access(const Step& step, const Access& access, const Block& owner)
{
    if (m_launch.checks.races == RaceCheck::off)
        return std::nullopt;
    const auto conflict = m_launch.global_races.access_shared(
        step, access, m_launch.code.at(step.pc).strength, owner.linear(), owner.shared_bytes());
    if (!conflict)
        return std::nullopt;
    return cluster_race_trap(*m_block, *conflict, owner.linear());
}

void ClusterOrder::synchronize(const Access& access, const Block& owner)
{
    if (&owner != m_block)
        m_launch.global_races.fence();
    m_launch.global_races.synchronize(owner.linear(), access.addresses[lowest_lane(access.lanes)]);
}

} // namespace warpstage::simt
