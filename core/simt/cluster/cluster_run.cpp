#include "core/simt/cluster/cluster_run.h"

#include "core/simt/cluster/cluster.h"
#include "core/simt/hang/explain.h"

#include <algorithm>
#include <utility>

namespace warpstage::simt {

namespace {

// Some warp is ready, so the block waits in a loop and not at barrier.cluster.
bool is_in_loop(Block& block)
{
    return std::ranges::find(block.warps(), WarpStatus::ready, &Warp::status) != block.warps().end();
}

// Whether no turn of the block would change anything.
bool is_stuck(const ClusterMember& member)
{
    return member.ended || !is_in_loop(*member.block) || member.block->waiting_instructions > member.block->max_wait();
}

// Whether the cluster goes on because lanes get their turn. Warps of which only some lanes wait at the cluster's barrier come
// back to it.
bool begin_turns(std::span<ClusterMember> members)
{
    LaneTurns* const turns = members.front().block->lane_turns;
    if (turns == nullptr || !turns->are_possible())
        return false;
    turns->begin(); // another cluster may have done so before
    for (const ClusterMember& member : members) {
        member.block->note_progress();
        for (Warp& warp : member.block->warps()) {
            if (warp.status == WarpStatus::waiting && warp.barrier == kClusterBarrier
                && warp.divergence.top().lanes != warp.divergence.living())
                warp.status = WarpStatus::ready;
        }
    }
    return true;
}

ClusterResult stuck_cluster(std::span<ClusterMember> members)
{
    const auto in_loop =
        std::ranges::find_if(members, [](const ClusterMember& member) { return !member.ended && is_in_loop(*member.block); });
    const auto waits = in_loop != members.end() ? in_loop : std::ranges::find(members, false, &ClusterMember::ended);
    Trap trap = in_loop != members.end() ? endless_wait_trap(*waits->block) : deadlock_trap(*waits->block);
    return { { BlockEnd::trapped, std::move(trap) }, static_cast<std::size_t>(waits - members.begin()) };
}

} // namespace

ClusterResult run_cluster(std::span<ClusterMember> members)
{
    Cluster& cluster = members.front().block->cluster();
    bool had_turns = false;
    while (true) {
        bool goes_on = false;
        const std::uint64_t phases = cluster.phases();
        for (std::size_t rank = 0; rank < members.size(); ++rank) {
            ClusterMember& member = members[rank];
            if (member.ended)
                continue;
            if (member.options.checker != nullptr)
                member.options.checker->resume();
            BlockResult result = run_block(*member.block, member.options, *member.budget);
            if (result.end == BlockEnd::trapped || result.end == BlockEnd::stopped)
                return { std::move(result), rank };
            member.ended = result.end == BlockEnd::finished;
            goes_on = goes_on || member.ended || !is_stuck(member);
            cluster.complete_phase();
        }
        if (std::ranges::all_of(members, &ClusterMember::ended))
            return {};
        if (!goes_on && cluster.phases() == phases && (std::exchange(had_turns, true) || !begin_turns(members)))
            return stuck_cluster(members);
    }
}

} // namespace warpstage::simt
