// Races on global memory, between the blocks of one launch and between the threads of a block, and between blocks on the shared
// memory of clusters.
#pragma once

#include "core/simt/checks/checks.h"
#include "core/simt/checks/order/causality.h"
#include "core/simt/checks/order/released_words.h"
#include "core/simt/checks/race.h"
#include "core/simt/checks/shadow.h"
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
    // Of a note: how the access takes part in the order.
    static constexpr std::uint32_t kWeak = 0;
    static constexpr std::uint32_t kStrong = 1;
    static constexpr std::uint32_t kVolatile = 2;
    static constexpr std::uint32_t kTested = 3; // strong, and a branch depends on its value
    // Packed, because most of a check's time is spent on reading cells.
    struct Note {
        std::uint32_t block : 26 = 0; // its place; 0: none
        std::uint32_t strong : 2 = kWeak;
        std::uint32_t atomic : 1 = 0;
        std::uint32_t guards_cas : 1 = 0;
        std::uint32_t scope : 2 = 0;
        std::uint32_t time = 0; // of its Moment; 0: ordered before all threads of its block
        std::uint32_t pc : 22 = 0;
        std::uint32_t thread : 10 = 0; // of its block

        [[nodiscard]] bool same_thread(const Note& other) const { return block == other.block && thread == other.thread; }
    };
    // The last plain write and the last atomic operations of two threads. A later plain access must be ordered after the last
    // one only, which has observed those before it (PTX ISA, 8.9.4 "Causality order": observation, then program order). Blocks
    // run in turn, so the first reader since the last plain write represents those of other blocks; the last one by another
    // thread is kept for the threads of its block.
    struct Cell {
        Note write;
        Note read;
        Note last_read;
        Note atomic;
        Note other_atomic;
        std::uint32_t value = 0; // value written

        [[nodiscard]] Cell part(unsigned byte) const;
    };
    static_assert(sizeof(Cell) == 64);

    struct Visit {
        DeviceAddress base = 0;
        std::uint64_t offset = 0;
        std::uint32_t bytes = 0;
        std::vector<Race>* found = nullptr;
    };

    [[nodiscard]] Note note_of(const Step& step, const Access& access, const AccessMode& mode) const;
    void set_lane(Note& note, const Step& step, unsigned lane) const;
    void visit(Shadow<Cell>& shadow, DeviceAddress base, std::uint64_t first, const Access& access, unsigned lane,
        const Note& now, std::vector<Race>& found);
    void read(const Visit& visit, Cell& cell, const Note& now);
    void write(const Visit& visit, Cell& cell, const Note& now, std::uint32_t value);
    void atomic(const Visit& visit, Cell& cell, const Note& now);
    bool check(const Visit& visit, const Note& earlier, const Note& now, AccessKind earlier_kind, AccessKind kind);
    [[nodiscard]] bool unordered(const Note& earlier, const Note& now) const;
    // See Race::only_volatile.
    [[nodiscard]] bool unordered_volatile(const Note& earlier, const Note& now, AccessKind earlier_kind, AccessKind kind) const;
    [[nodiscard]] bool is_before(const Note& earlier, const Note& now) const;
    [[nodiscard]] bool is_morally_strong(const Note& earlier, const Note& now) const;
    [[nodiscard]] std::uint32_t warp_of(const Note& note) const { return note.thread / m_width; }
    [[nodiscard]] std::uint32_t lane_of(const Note& note) const { return note.thread % m_width; }
    [[nodiscard]] Race::Party party(const Note& note, AccessKind kind) const;
    Shadow<Cell>& shadow_of(const DeviceMemory::Region& region);

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
    std::map<DeviceAddress, Shadow<Cell>> m_shadows; // by the buffer's base address
    std::map<std::uint64_t, Shadow<Cell>> m_shared;
    const DeviceMemory::Region* m_last_region = nullptr;
    Shadow<Cell>* m_last_shadow = nullptr;
    ShadowBudget m_budget;
    bool m_incomplete = false;
};

} // namespace warpstage::simt
