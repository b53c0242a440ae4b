// Races on global memory, between the blocks of one launch and between the threads of a block, and between blocks on the shared
// memory of clusters.
#pragma once

#include "core/simt/checks/block_order.h"
#include "core/simt/checks/checks.h"
#include "core/simt/checks/shadow.h"
#include "core/simt/checks/thread_order.h"
#include "core/simt/device_memory.h"
#include "core/simt/observer.h"

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace warpstage::simt {

struct GlobalConflict {
    struct Party {
        std::uint64_t block = 0;
        std::uint32_t warp = 0;
        std::uint32_t lane = 0;
        std::uint32_t pc = 0;
        AccessKind kind = AccessKind::load;
    };
    DeviceAddress address = 0; // of the cell
    std::uint32_t bytes = 0; // of the cell: a word or a byte
    Party earlier;
    Party later;
};

// Two threads access one word, at least one of them writes, and the memory model does not order the accesses: at least one is
// neither atomic nor strong (volatile, relaxed, acquire, release; PTX ISA, 8.4). As on shared memory, writes of the same value
// are not a conflict. Neither is a plain read concurrent with atomic operations: loops around atomicCAS begin with one in the
// CUDA C++ Programming Guide ("Atomic Functions"). Fences, barriers of clusters and strong accesses order blocks; the order of
// the threads of one block is that of its shared memory.
class GlobalRaces {
public:
    GlobalRaces(const DeviceMemory& memory, RaceCheck check);

    // The block runs from now on, for the first time or again. `threads`: the order of its threads.
    void run(std::uint64_t block, const ThreadOrder& threads);
    void fence() { m_order.fence(); }
    // Records the access and returns its first conflict with earlier accesses of other threads, if any.
    [[nodiscard]] std::optional<GlobalConflict> access(const Step& step, const Access& access, Strength strength);
    // The same for other blocks' accesses to the shared memory, of `bytes` bytes, of the block `owner`. The address of a conflict
    // is an offset in it.
    [[nodiscard]] std::optional<GlobalConflict> access_shared(
        const Step& step, const Access& access, Strength strength, std::uint64_t owner, std::uint64_t bytes);
    // The running block arrives at the barrier of its cluster, for the phase with this number, or has waited there. `cluster`:
    // the linear index of the first block.
    void arrive_at_cluster(std::uint64_t cluster, std::uint64_t phase);
    void pass_cluster(std::uint64_t cluster, std::uint64_t phase);
    // The running block uses a word of this shared memory to synchronize.
    void synchronize(std::uint64_t owner, std::uint64_t offset);
    // The block has ended and nobody accesses its shared memory any more.
    void forget_shared(std::uint64_t owner) { m_shared.erase(owner); }

private:
    struct Note {
        std::uint32_t block = 0; // the place of its linear index in m_linear; 0: none
        std::uint32_t fences = 0; // of its block at that time
        std::uint32_t time = 0; // of its Moment; 0: ordered before all threads of its block
        std::uint32_t pc = 0;
        std::uint16_t warp = 0;
        std::uint8_t lane = 0;
        AccessKind kind : 4 = AccessKind::load;
        bool strong : 1 = false;

        [[nodiscard]] Moment moment() const { return { time, warp, lane }; }
        [[nodiscard]] bool same_thread(const Note& other) const
        {
            return block == other.block && warp == other.warp && lane == other.lane;
        }
    };
    // Blocks run in turn, so the first reader since the last write represents those of other blocks; the last one by another
    // thread is kept for the threads of its block. Small, because most of a check's time is spent on reading cells.
    struct Cell {
        Note write;
        Note read;
        Note last_read;
        std::uint32_t value = 0; // value written

        [[nodiscard]] Cell part(unsigned byte) const;
    };

    [[nodiscard]] Note note_of(const Step& step, const Access& access, Strength strength) const;
    [[nodiscard]] std::optional<GlobalConflict> visit(
        Shadow<Cell>& shadow, std::uint64_t first, const Access& access, unsigned lane, const Note& now);
    [[nodiscard]] std::optional<GlobalConflict> read(Cell& cell, const Note& now);
    [[nodiscard]] std::optional<GlobalConflict> write(Cell& cell, const Note& now, std::uint32_t value);
    [[nodiscard]] bool unordered(const Note& earlier, const Note& now) const;
    [[nodiscard]] GlobalConflict conflict(const Note& earlier, const Note& later) const;
    Shadow<Cell>& shadow_of(const DeviceMemory::Region& region);

    const DeviceMemory* m_memory;
    RaceCheck m_check;
    const ThreadOrder* m_threads = nullptr; // of the running block
    BlockOrder m_order;
    std::vector<std::uint64_t> m_linear { 0 }; // of the blocks that have run, in order of their start
    std::unordered_map<std::uint64_t, std::uint32_t> m_places; // of the blocks in m_linear
    std::uint32_t m_block = 0; // the place of the running block
    std::map<DeviceAddress, Shadow<Cell>> m_shadows; // by the buffer's base address
    std::map<std::uint64_t, Shadow<Cell>> m_shared; // of clusters: by the block whose shared memory it is
    const DeviceMemory::Region* m_last_region = nullptr;
    Shadow<Cell>* m_last_shadow = nullptr;
};

} // namespace warpstage::simt
