// What a checked block knows of the other blocks of its cluster.
#pragma once

#include "core/simt/checks/checked_launch.h"
#include "core/simt/observer.h"

#include <cstdint>
#include <span>
#include <vector>

namespace warpstage::simt {

class Block;
class Checker;

class ClusterOrder {
public:
    ClusterOrder(Block& block, CheckedLaunch& launch)
        : m_block(&block)
        , m_launch(launch)
    {
    }

    // The block begins, as a cluster of its own.
    void clear() { m_members.clear(); }
    // It belongs to a cluster of several blocks, `first` being the linear index of the first one.
    void join(std::span<Checker* const> members, std::uint64_t first);
    [[nodiscard]] bool has_others() const { return !m_members.empty(); }
    [[nodiscard]] std::span<Checker* const> members() const { return m_members; }
    [[nodiscard]] Checker& member(std::uint32_t rank) const { return *m_members[rank]; }

    // The warp arrives or has waited at the barrier of the cluster.
    void meet(const Step& step, Causality& threads);
    // The access is to the shared memory of this block of the cluster, the running block itself or another one. Appends its
    // conflicts.
    void access(const Step& step, const Access& access, const AccessMode& mode, const Block& owner, std::vector<Race>& found);
    // The access is to an mbarrier object of that block, or a strong one.
    void synchronize(
        std::uint32_t warp, const Access& access, const StrongAccess& strong, const Block& owner, Causality& threads);
    [[nodiscard]] std::uint64_t first() const { return m_first; }

private:
    Block* m_block;
    CheckedLaunch& m_launch;
    std::vector<Checker*> m_members; // by rank; empty: the block is its own cluster
    std::uint64_t m_first = 0;
    std::uint64_t m_phase = 0; // of the barrier, in which the block's threads have arrived last
};

} // namespace warpstage::simt
