// Races between the blocks of one launch on global memory.
#pragma once

#include "core/simt/checks/block_order.h"
#include "core/simt/checks/shadow.h"
#include "core/simt/device_memory.h"
#include "core/simt/observer.h"

#include <cstdint>
#include <map>
#include <optional>

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

// Two blocks touch one word, at least one of them writes, and not both in a way that the memory model orders: atomic, or strong
// (volatile, relaxed, acquire, release; PTX ISA, 8.4). As on shared memory, writes of one value are no conflict. Nor is a plain
// read beside atomic operations: loops around atomicCAS begin with one in the CUDA C++ Programming Guide ("Atomic Functions").
class GlobalRaces {
public:
    explicit GlobalRaces(const DeviceMemory& memory);

    // The next block starts; indices grow.
    void start(std::uint64_t block) { m_order.start(block); }
    void fence() { m_order.fence(); }
    enum class Strength : std::uint8_t { weak, strong };
    // The first conflict of the access with what earlier blocks did, if there is one; notes the access.
    [[nodiscard]] std::optional<GlobalConflict> access(const Step& step, const Access& access, Strength strength);

private:
    struct Note {
        GlobalConflict::Party party;
        std::uint32_t fences = 0; // of its block by then
        bool strong = false;
        bool noted = false;
    };
    // Blocks come one after the other, so the first reader since the last write stands for all of them.
    struct Cell {
        Note write;
        Note read;
        std::uint32_t value = 0; // written

        [[nodiscard]] Cell part(unsigned byte) const;
    };

    [[nodiscard]] std::optional<GlobalConflict> read(Cell& cell, const Note& now);
    [[nodiscard]] std::optional<GlobalConflict> write(Cell& cell, const Note& now, std::uint32_t value);
    [[nodiscard]] bool unordered(const Note& earlier, const Note& now) const;
    Shadow<Cell>& shadow_of(const DeviceMemory::Region& region);

    const DeviceMemory* m_memory;
    BlockOrder m_order;
    std::map<DeviceAddress, Shadow<Cell>> m_shadows; // by the base of the buffer
    const DeviceMemory::Region* m_last_region = nullptr;
    Shadow<Cell>* m_last_shadow = nullptr;
};

} // namespace warpstage::simt
