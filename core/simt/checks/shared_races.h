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

// Writes of the same value to one word are not a conflict: compute-sanitizer gives them its lowest level, INFO, "not believed to
// have an impact on program correctness" (Compute Sanitizer User Guide, "Racecheck severity levels").
class SharedRaces {
public:
    SharedRaces(std::uint64_t bytes, std::uint32_t warps, RaceCheck check);

    // All threads of the block have passed a barrier, or the next block starts.
    void meet_all() { m_order.meet_all(); }
    void meet(std::span<const std::uint32_t> waited, std::span<const std::uint32_t> arrived) { m_order.meet(waited, arrived); }
    void meet(std::uint32_t warp, LaneMask members) { m_order.meet(warp, members); }
    // Records the access and returns its first conflict with earlier accesses, if any.
    [[nodiscard]] std::optional<SharedConflict> access(const Step& step, const Access& access);

private:
    struct Note {
        Moment moment;
        AccessKind kind = AccessKind::load;
        std::uint32_t pc = 0;
        std::uint32_t instruction = 0; // counts the accesses of the launch
    };
    // The last write and, if it is atomic, the last write by another thread. Of the reads since then: the last one with the lanes
    // of its warp that read in the same epoch, and the last one by another warp. If any read conflicts with a write, one of these
    // does, as long as all lanes of a warp synchronize together.
    struct Cell {
        Note write;
        Note other_write;
        std::uint32_t value = 0; // value written
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
