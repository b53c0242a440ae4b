#include "core/simt/cluster/cluster.h"

#include "core/simt/lane_value.h"
#include "core/simt/memory/address_space.h"
#include "core/simt/observer.h"
#include "core/simt/run/block.h"

#include <algorithm>
#include <cstring>

namespace warpstage::simt {

namespace {

// Threads of the warp that the barrier still waits for. Those that have left the kernel do not count.
LaneMask lanes_not_arrived(const Block& block, const Warp& warp)
{
    if (warp.status == WarpStatus::finished)
        return 0;
    return warp.divergence.living() & ~leaving_lanes(block.body(), warp.divergence) & ~warp.left & ~warp.arrived_at_cluster;
}

std::uint64_t cluster_lane_address(const WarpState& state, const Operation& operation, unsigned lane)
{
    return operation.element_bytes == sizeof(std::uint32_t) ? lane_value<std::uint32_t>(state, operation.a, lane)
                                                            : lane_value<std::uint64_t>(state, operation.a, lane);
}

} // namespace

void Cluster::add(Block& block)
{
    m_blocks.push_back(&block);
    m_shared.push_back(block.state().shared);
    m_unreported.push_back(false);
    m_memory = { m_shared.data(), count() };
}

bool Cluster::take_unreported(const Block& block)
{
    const auto rank = static_cast<std::size_t>(std::ranges::find(m_blocks, &block) - m_blocks.begin());
    const bool unreported = m_unreported[rank];
    m_unreported[rank] = false;
    return unreported;
}

bool Cluster::complete_phase()
{
    bool any_arrived = false;
    for (Block* block : m_blocks) {
        for (const Warp& warp : block->warps()) {
            if (lanes_not_arrived(*block, warp) != 0)
                return false;
            any_arrived = any_arrived || warp.arrived_at_cluster != 0;
        }
    }
    if (!any_arrived)
        return false;
    ++m_phases;
    for (Block* block : m_blocks) {
        for (Warp& warp : block->warps()) {
            warp.arrived_at_cluster = 0;
            if (warp.status != WarpStatus::waiting || warp.barrier != kClusterBarrier)
                continue;
            warp.status = WarpStatus::ready;
            block->warps_released = true;
        }
    }
    m_unreported.assign(m_blocks.size(), true);
    return true;
}

void arrive_at_cluster(Block& block, Warp& warp, LaneMask lanes, Observer* observer)
{
    warp.arrived_at_cluster |= lanes;
    block.cluster().complete_phase();
    report_cluster_phase(block, observer);
}

bool passes_cluster_barrier(Block& block, const Warp& warp, LaneMask lanes, Observer* observer)
{
    if ((warp.arrived_at_cluster & lanes) != 0)
        block.cluster().complete_phase();
    report_cluster_phase(block, observer);
    return (warp.arrived_at_cluster & lanes) == 0;
}

void report_cluster_phase(Block& block, Observer* observer)
{
    if (block.cluster().take_unreported(block) && observer != nullptr)
        observer->on_barrier(block.linear());
}

bool map_to_rank(WarpState& state, const Operation& operation)
{
    for_each_lane(state.active, [&](unsigned lane) {
        const std::uint64_t address = cluster_lane_address(state, operation, lane);
        const std::uint64_t rank = lane_value<std::uint32_t>(state, operation.b, lane);
        const std::uint64_t window = address >= kSharedWindow ? kSharedWindow : 0;
        const std::uint64_t mapped = window + (rank + 1) * kSharedWindowBytes + (address - window) % kSharedWindowBytes;
        std::memcpy(state.registers + operation.d + lane * operation.element_bytes, &mapped, operation.element_bytes);
    });
    return true;
}

bool rank_of_address(WarpState& state, const Operation& operation)
{
    for_each_lane(state.active, [&](unsigned lane) {
        const std::byte* const block = resolve_shared(state, cluster_lane_address(state, operation, lane)).block;
        const auto* const end = state.cluster->blocks + state.cluster->count;
        const auto* const found = std::find(state.cluster->blocks, end, block);
        const auto rank = static_cast<std::uint32_t>(found == end ? 0 : found - state.cluster->blocks);
        std::memcpy(state.registers + operation.d + lane * sizeof(rank), &rank, sizeof(rank));
    });
    return true;
}

} // namespace warpstage::simt
