// Which accesses of a launch are ordered before those of one block's threads (PTX ISA, 8.8 "Causality order"): by barriers, and
// by words that one thread releases and another one acquires. Fences, acquires and releases count for the threads that their
// scope includes. The lanes of a warp acquire and release together.
#pragma once

#include "core/simt/checks/order/knowledge.h"
#include "core/simt/checks/order/released_words.h"
#include "core/simt/checks/order/thread_order.h"
#include "core/simt/observer.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace warpstage::simt {

// A strong operation.
struct StrongAccess {
    AccessKind kind = AccessKind::load;
    Scope scope = Scope::device;
    bool acquires = false;
    bool releases = false;
    bool is_single = false; // by one lane, as flags and tickets are
    LaneMask lanes = 0; // that access the word at once
};

class Causality {
public:
    explicit Causality(std::uint32_t warps);

    // A block begins. `place`: in the order of the blocks' starts; `cluster`: a number of its cluster.
    void start(std::uint32_t place, std::uint64_t cluster);
    void join_cluster(std::uint64_t cluster) { m_groups[static_cast<std::size_t>(Scope::cluster)] = cluster; }

    // The times of the order are used up: they begin again, and all moments must be forgotten.
    void renew() { m_order = ThreadOrder(static_cast<std::uint32_t>(m_warps.size())); }

    // All threads of the block have passed a barrier; some warps have; the members of one warp have synchronized.
    void meet_all();
    void meet(std::span<const std::uint32_t> warps);
    void meet(std::uint32_t warp, LaneMask members) { m_order.meet(warp, members); }

    // The warp executes a fence.
    void fence(std::uint32_t warp, Scope scope);
    // Lanes of the warp access a word with a strong operation, an atomic one in the order of the lanes.
    void access(std::uint32_t warp, ReleasedWords& words, std::uint64_t word, const StrongAccess& access);
    // Whether a strong operation changes nothing: no fence or release precedes it, and no word was released.
    [[nodiscard]] bool can_skip(std::uint32_t warp, const ReleasedWords& words, const StrongAccess& access) const;
    // An operation that is acquire and release by itself, such as an arrival at a barrier object.
    [[nodiscard]] Knowledge publish(std::uint32_t warp);
    void learn(std::uint32_t warp, const Knowledge& knowledge);

    // Whether an access of a warp of another block is ordered before what the warp does now.
    [[nodiscard]] bool knows(std::uint32_t warp, std::uint32_t block, std::uint32_t time, std::uint32_t its_warp) const
    {
        return m_warps[warp].known.covers(block, time, its_warp);
    }
    // The same if the warp executed a fence now, or if the other block had executed one.
    [[nodiscard]] bool lacks_fence(std::uint32_t warp, std::uint32_t block, std::uint32_t time, std::uint32_t its_warp) const;
    // The warp has read a value that was released after the access, without a fence after that.
    [[nodiscard]] bool has_read(std::uint32_t warp, std::uint32_t block, std::uint32_t time, std::uint32_t its_warp) const;
    [[nodiscard]] const ThreadOrder& order() const { return m_order; }

    [[nodiscard]] ReleasedWords& own_words() { return m_own_words; }

private:
    static constexpr std::size_t kScopes = 3;
    // Of atomic operations of one warp on one word, each lane reads what the lower ones have released.
    struct LaneOrder {
        LaneMask lanes = 0;
        std::uint32_t time = 0; // what was released: what they did before
    };
    struct WarpState {
        Knowledge known; // of other blocks
        std::array<Knowledge, kScopes> fenced; // at its last fence of at least this scope
        std::array<Knowledge, kScopes> pending; // read by relaxed operations: the next fence acquires it
        Knowledge by_atomics; // of it, what read-modify-write operations have read: a barrier of the block acquires it
        Knowledge unfenced; // see ReleasedWord::unfenced
        bool has_fence = false;
        bool has_pending = false;
        std::uint32_t fence_time = 0; // of its last fence: what its lanes did before
        std::vector<LaneOrder> pending_lanes; // the next fence acquires it
    };

    [[nodiscard]] ScopeGroup group_of(std::size_t scope) const { return { static_cast<Scope>(scope), m_groups[scope] }; }
    void join(WarpState& all, const WarpState& one) const;
    void order_lanes(std::uint32_t warp, const StrongAccess& access);

    std::uint32_t m_place = 0;
    std::array<std::uint64_t, kScopes> m_groups {};
    ThreadOrder m_order;
    std::vector<WarpState> m_warps;
    ReleasedWords m_own_words; // of the block's shared memory
    bool m_any = false; // some warp has a fence or knows something
};

} // namespace warpstage::simt
