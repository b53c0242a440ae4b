// The blocks of a cluster: their shared memory, and the barrier of all their threads (PTX ISA, 9.7.13.4 "barrier.cluster").
#pragma once

#include "core/simt/async/phase_log.h"
#include "core/simt/operation.h"

#include <cstdint>
#include <span>
#include <vector>

namespace warpstage::simt {

class Block;
class Observer;
struct Warp;

// What barrier.cluster does; Operation::site.
enum class ClusterAction : std::uint8_t { arrive, wait };

// Warp::barrier of a warp that waits at barrier.cluster.wait: after the numbers of the block's own barriers.
inline constexpr std::uint32_t kClusterBarrier = 16;

// Blocks that are resident together and run in turns on one worker. A launch without clusters has clusters of one block.
class Cluster {
public:
    // The next rank. The block must outlive the cluster.
    void add(Block& block);
    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(m_blocks.size()); }
    [[nodiscard]] std::span<Block* const> blocks() const { return m_blocks; } // by rank
    // Of the mbarrier objects of all blocks.
    [[nodiscard]] PhaseLog& mbarriers() { return m_mbarriers; }
    // Of the blocks added so far; moves when another one is added.
    [[nodiscard]] const ClusterMemory* memory() const { return &m_memory; }

    // Lets the waiting warps of all blocks continue when every thread that has not exited has arrived; false if one is missing
    // or none has arrived.
    bool complete_phase();
    // Number of phases completed so far.
    [[nodiscard]] std::uint64_t phases() const { return m_phases; }
    // Whether a phase was completed since the previous call for this block.
    [[nodiscard]] bool take_unreported(const Block& block);

private:
    std::vector<Block*> m_blocks; // by rank
    std::vector<std::byte*> m_shared; // the same
    std::vector<bool> m_unreported; // the same
    ClusterMemory m_memory;
    PhaseLog m_mbarriers;
    std::uint64_t m_phases = 0;
};

// Lanes of the warp arrive. `observer` may be null.
void arrive_at_cluster(Block& block, Warp& warp, LaneMask lanes, Observer* observer);
// Whether the phase in which these lanes have arrived is complete.
[[nodiscard]] bool passes_cluster_barrier(Block& block, const Warp& warp, LaneMask lanes, Observer* observer);
// Reports a phase completed in the meantime to the observer; for the block's threads it is a barrier.
void report_cluster_phase(Block& block, Observer* observer);

// mapa: row d, generic or 32-bit addresses (element_bytes: 8 or 4), of those in row a and the ranks in row b.
bool map_to_rank(WarpState& state, const Operation& operation);
// getctarank: row d, 4 bytes per lane, of the addresses in row a (element_bytes wide).
bool rank_of_address(WarpState& state, const Operation& operation);

} // namespace warpstage::simt
