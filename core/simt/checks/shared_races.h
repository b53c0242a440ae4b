// Races between the threads of one block on its shared memory.
#pragma once

#include "core/simt/checks/checks.h"
#include "core/simt/checks/shadow.h"
#include "core/simt/checks/thread_order.h"
#include "core/simt/observer.h"

#include <cstdint>
#include <optional>

namespace warpstage::simt {

struct SharedConflict {
    enum class Relation : std::uint8_t {
        between_warps,
        between_lanes, // of one warp
        one_instruction, // two lanes store different values at once
    };
    struct Party {
        std::uint32_t warp = 0;
        std::uint32_t lane = 0;
        std::uint32_t pc = 0;
        AccessKind kind = AccessKind::load;
    };
    Relation relation = Relation::between_warps;
    std::uint64_t offset = 0; // of the cell in shared memory
    std::uint32_t bytes = 0; // of the cell: a word or a byte
    Party earlier;
    Party later;
};

// Writes of one value to one word are no conflict: compute-sanitizer gives them its lowest level, INFO, "not believed to have an
// impact on program correctness" (Compute Sanitizer User Guide, "Racecheck severity levels").
class SharedRaces {
public:
    SharedRaces(std::uint64_t bytes, std::uint32_t warps, RaceCheck check);

    // All threads of the block have met, or the next block starts.
    void meet_all() { m_order.meet_all(); }
    void meet(std::span<const std::uint32_t> waited, std::span<const std::uint32_t> arrived) { m_order.meet(waited, arrived); }
    void meet(std::uint32_t warp, LaneMask members) { m_order.meet(warp, members); }
    // The first conflict of the access with what happened before, if there is one; notes the access.
    [[nodiscard]] std::optional<SharedConflict> access(const Step& step, const Access& access);

private:
    struct Note {
        Moment moment;
        AccessKind kind = AccessKind::load;
        std::uint32_t pc = 0;
        std::uint32_t instruction = 0; // counts the accesses of the launch
    };
    // The last write, and for atomic ones the last by another thread. Of the reads since then: the last with the lanes of its
    // warp that read in the same epoch, and the last by another warp: one of them conflicts with a write if any read does, as
    // long as the lanes of a warp meet all together.
    struct Cell {
        Note write;
        Note other_write;
        std::uint32_t value = 0; // written
        LaneMask read_lanes = 0; // of read.moment.warp
        Note read;
        Note other_read;

        [[nodiscard]] Cell part(unsigned byte) const;
    };

    [[nodiscard]] std::optional<SharedConflict> read(Cell& cell, const Step& step, LaneMask lanes);
    [[nodiscard]] std::optional<SharedConflict> write(
        Cell& cell, const Step& step, unsigned lane, AccessKind kind, std::uint32_t value);
    [[nodiscard]] bool unordered(const Note& note, std::uint32_t warp, std::uint32_t lane) const;
    [[nodiscard]] Note note(const Step& step, unsigned lane, AccessKind kind) const;
    [[nodiscard]] SharedConflict conflict(const Note& earlier, const Step& step, unsigned lane, AccessKind kind) const;
    [[nodiscard]] bool all_read_one_word(const Step& step, const Access& access) const;

    RaceCheck m_check;
    ThreadOrder m_order;
    Shadow<Cell> m_shadow;
    std::uint32_t m_instruction = 0;
};

} // namespace warpstage::simt
