// Races on global memory, between the blocks of one launch and between the threads of a block, and between blocks on the shared
// memory of clusters.
#pragma once

#include "core/simt/checks/checks.h"
#include "core/simt/checks/global_shadow.h"
#include "core/simt/checks/order/causality.h"
#include "core/simt/checks/order/released_words.h"
#include "core/simt/checks/race.h"
#include "core/simt/checks/shared_races.h"
#include "core/simt/device_memory.h"
#include "core/simt/observer.h"

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

namespace warpstage::simt {

// Two threads access one word, at least one of them writes, and the memory model does not order the accesses: they are not both
// strong (atomic, volatile, relaxed, acquire, release) with scopes that include each other (PTX ISA, 8.6 "Morally strong
// operations"). A plain read whose value only an atomicCAS on the same word compares is no race: such loops are in the CUDA C++
// Programming Guide ("Atomic Functions").
class GlobalRaces {
public:
    // `warp_width`: lanes of a warp; `blocks_of_cluster`: blocks of the same cluster have one number by `cluster`.
    GlobalRaces(const DeviceMemory& memory, RaceCheck check, std::uint32_t warp_width = kMaxLanes);

    // A block begins; returns its place in the order of starts. `cluster`: a number of its cluster.
    [[nodiscard]] std::uint32_t start(std::uint64_t block, std::uint64_t cluster);
    void join_cluster(std::uint32_t place, std::uint64_t cluster) { m_clusters[place] = cluster; }
    // The block with this place runs from now on. `threads`: what its threads know.
    void run(std::uint32_t place, Causality& threads);
    // Records the access and appends its conflicts with earlier accesses of other threads.
    void access(const Step& step, const Access& access, const AccessMode& mode, std::vector<Race>& found);
    // The same for other blocks' accesses to the shared memory, of `bytes` bytes, of the block `owner`. The address of a conflict
    // is an offset in it.
    void access_shared(const Step& step, const Access& access, const AccessMode& mode, std::uint64_t owner, std::uint64_t bytes,
        std::vector<Race>& found);
    // The running block has ended and nobody accesses its shared memory any more.
    void forget_shared(std::uint64_t owner);

    // Words that order blocks.
    [[nodiscard]] ReleasedWords& words() { return m_words; }
    [[nodiscard]] ReleasedWords& words_of_shared(std::uint64_t owner) { return m_shared_words[owner]; }
    // Barriers of clusters, each phase a word of its own: a block that has passed a phase may have arrived in the next one before
    // another one passes.
    [[nodiscard]] ReleasedWords& cluster_phases() { return m_cluster_phases; }
    // Some memory was not checked, because the notes about it would not fit into memory.
    [[nodiscard]] bool is_incomplete() const { return m_incomplete; }

private:
    using Note = GlobalNote;
    using Cell = GlobalCell;

    struct Visit {
        DeviceAddress base = 0;
        std::uint64_t offset = 0;
        std::uint32_t bytes = 0;
        std::vector<Race>* found = nullptr;
    };

    [[nodiscard]] Note note_of(const Step& step, const Access& access, const AccessMode& mode) const;
    void set_lane(Note& note, const Step& step, unsigned lane) const;
    void visit(GlobalShadow& shadow, DeviceAddress base, std::uint64_t first, const Access& access, unsigned lane,
        const Note& now, std::vector<Race>& found);
    void access_lane(const Step& step, const Access& access, unsigned lane, Note now, std::vector<Race>& found);
    // Of words that do not follow each other.
    void access_apart(const Step& step, const Access& access, Note now, std::vector<Race>& found);
    // Of lanes that access consecutive memory.
    void access_run(const Step& step, const Access& access, unsigned lane, unsigned end, Note now, std::vector<Race>& found);
    [[nodiscard]] LaneMask access_row(
        GlobalShadow& shadow, std::uint64_t offset, const Step& step, const Access& access, LaneMask lanes, Note now);
    [[nodiscard]] bool read_part(GlobalShadow::Part& part, const Note& now) const;
    [[nodiscard]] bool write_part(GlobalShadow::Part& part, const Note& now) const;
    static void note_read(Note& first, Note& last, const Note& now);
    // `value`: of the cell, if it is written.
    void access_cell(const Visit& visit, Cell& cell, const Note& now, AccessKind kind, std::uint32_t value);
    void read(const Visit& visit, Cell& cell, const Note& now);
    void write(const Visit& visit, Cell& cell, const Note& now, std::uint32_t value);
    void atomic(const Visit& visit, Cell& cell, const Note& now);
    bool check(const Visit& visit, const Note& earlier, const Note& now, AccessKind earlier_kind, AccessKind kind)
    {
        return !is_surely_before(earlier, now) && check_order(visit, earlier, now, earlier_kind, kind);
    }
    bool check_order(const Visit& visit, const Note& earlier, const Note& now, AccessKind earlier_kind, AccessKind kind);
    // Nearly all accesses: by nobody, the same thread, or before the last barrier of the block.
    [[nodiscard]] bool is_surely_before(const Note& earlier, const Note& now) const
    {
        return earlier.block == 0
            || (earlier.block == now.block && (earlier.thread == now.thread || earlier.time < m_threads->order().start()));
    }
    [[nodiscard]] bool conflict(const Note& earlier, const Note& now, AccessKind earlier_kind, AccessKind kind) const
    {
        return !is_surely_before(earlier, now)
            && (unordered(earlier, now) || unordered_volatile(earlier, now, earlier_kind, kind));
    }
    // Whether the order of the two accesses is the same for all words of a part of a row: not if lanes of a warp have changed
    // places.
    [[nodiscard]] bool is_alike(const Note& earlier, const Note& now) const
    {
        return earlier.block != now.block || earlier.thread == now.thread || warp_of(earlier) != warp_of(now);
    }
    [[nodiscard]] bool unordered(const Note& earlier, const Note& now) const;
    // See Race::only_volatile.
    [[nodiscard]] bool unordered_volatile(const Note& earlier, const Note& now, AccessKind earlier_kind, AccessKind kind) const;
    [[nodiscard]] bool is_before(const Note& earlier, const Note& now) const;
    [[nodiscard]] bool is_morally_strong(const Note& earlier, const Note& now) const;
    [[nodiscard]] std::uint32_t warp_of(const Note& note) const { return note.thread / m_width; }
    [[nodiscard]] std::uint32_t lane_of(const Note& note) const { return note.thread % m_width; }
    [[nodiscard]] Race::Party party(const Note& note, AccessKind kind) const;
    [[nodiscard]] const DeviceMemory::Region& region_of(DeviceAddress address) const
    {
        const DeviceMemory::Region* const last = m_last_region;
        return last != nullptr && address - last->base < last->size ? *last : find_region(address);
    }
    [[nodiscard]] const DeviceMemory::Region& find_region(DeviceAddress address) const;
    GlobalShadow& shadow_of(const DeviceMemory::Region& region);

    const DeviceMemory* m_memory;
    RaceCheck m_check;
    std::uint32_t m_width;
    Causality* m_threads = nullptr; // of the running block
    std::uint32_t m_block = 0; // its place
    std::vector<std::uint64_t> m_linear { 0 }; // by place: the linear index of a block
    std::vector<std::uint64_t> m_clusters { 0 }; // by place
    ReleasedWords m_words;
    ReleasedWords m_cluster_phases;
    std::map<std::uint64_t, ReleasedWords> m_shared_words; // of clusters: by the block whose shared memory it is
    std::map<DeviceAddress, GlobalShadow> m_shadows; // by the buffer's base address
    std::map<std::uint64_t, GlobalShadow> m_shared;
    const DeviceMemory::Region* m_last_region = nullptr;
    GlobalShadow* m_last_shadow = nullptr;
    ShadowBudget m_budget;
    bool m_incomplete = false;
};

} // namespace warpstage::simt
