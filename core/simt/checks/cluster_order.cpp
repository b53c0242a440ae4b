#include "core/simt/checks/cluster_order.h"

#include "core/simt/run/block.h"

namespace warpstage::simt {

void ClusterOrder::join(std::span<Checker* const> members, std::uint64_t first)
{
    m_members.assign(members.begin(), members.end());
    m_first = first;
}

void ClusterOrder::meet(const Step& step, Causality& threads)
{
    constexpr std::uint64_t kPhasesOfCluster = std::uint64_t { 1 } << 24U;
    const bool waits = static_cast<ClusterAction>(m_block->body().operations[step.pc].site) == ClusterAction::wait;
    if (!waits)
        m_phase = m_block->cluster().phases();
    const StrongAccess access { waits ? AccessKind::load : AccessKind::atomic, Scope::cluster, waits, !waits, true, {} };
    threads.access(
        step.warp, m_launch.global_races.cluster_phases(), m_first * kPhasesOfCluster + m_phase % kPhasesOfCluster, access);
}

void ClusterOrder::access(
    const Step& step, const Access& access, const AccessMode& mode, const Block& owner, std::vector<Race>& found)
{
    if (m_launch.checks.races != RaceCheck::off)
        m_launch.global_races.access_shared(step, access, mode, owner.linear(), owner.shared_bytes(), found);
}

void ClusterOrder::synchronize(
    std::uint32_t warp, const Access& access, const StrongAccess& strong, const Block& owner, Causality& threads)
{
    if (m_launch.checks.races == RaceCheck::off)
        return;
    ReleasedWords& words = m_launch.global_races.words_of_shared(owner.linear());
    for_each_lane(access.lanes, [&](unsigned lane) { threads.access(warp, words, access.addresses[lane], strong); });
}

} // namespace warpstage::simt
