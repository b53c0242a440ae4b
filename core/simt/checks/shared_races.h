// Races between the threads of one block on its shared memory.
#pragma once

#include "core/simt/checks/address_pattern.h"
#include "core/simt/checks/checks.h"
#include "core/simt/checks/shadow.h"
#include "core/simt/checks/thread_order.h"
#include "core/simt/observer.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

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
    void meet_all();
    void meet(std::span<const std::uint32_t> waited, std::span<const std::uint32_t> arrived);
    void meet(std::uint32_t warp, LaneMask members);
    // Records the access and returns its first conflict with earlier accesses, if any.
    [[nodiscard]] std::optional<SharedConflict> access(
        const Step& step, const Access& access, AddressPattern pattern, Strength strength = Strength::weak);
    // The warp has executed a fence: strong operations after it publish what the warp did before.
    void fence(std::uint32_t warp) { m_fenced[warp] = m_order.publish(warp); }
    // A strong access to global memory, which orders threads of the block like one to shared memory.
    void synchronize_in_global(std::uint32_t warp, const Access& access) { exchange_knowledge(warp, access, kGlobalWords); }
    [[nodiscard]] const ThreadOrder& order() const { return m_order; }

private:
    struct Note {
        std::uint32_t time = 0; // of its Moment
        std::uint32_t pc = 0;
        std::uint16_t warp = 0;
        std::uint8_t lane = 0;
        AccessKind kind : 4 = AccessKind::load;
        Strength strength : 4 = Strength::weak;

        [[nodiscard]] Moment moment() const { return { time, warp, lane }; }
    };
    // The last write and, if it is atomic, the last write by another thread. Of the reads since then: the last one with the lanes
    // of its warp that read at the same time, and the last one by another warp. If any read conflicts with a write, one of these
    // does, as long as all lanes of a warp synchronize together. Small, because most of a check's time is spent on reading cells.
    struct Cell {
        Note write;
        Note read;
        LaneMask read_lanes = 0; // of read.warp
        Note other_read;
        std::uint32_t value = 0; // value written
        Note other_write;

        [[nodiscard]] Cell part(unsigned byte) const;
    };

    [[nodiscard]] LaneMask read_unwritten_words(const Access& access, Note now);
    void note_read(Cell& cell, const Note& now, LaneMask lanes) const;
    // 32 words that whole warps tend to read together, lane by lane. Such reads are noted here and not in the cells.
    struct Row {
        std::uint32_t written = 0; // time of the last write to any of its words
        Note read; // the last one, and the last one by another warp; the lane is the number of the word
        Note other_read;
    };
    static constexpr std::uint64_t kGlobalWords = std::uint64_t { 1 } << 63U; // added to addresses, after all offsets
    static constexpr std::uint64_t kRowBytes = std::uint64_t { kMaxLanes } * kShadowWordBytes;

    [[nodiscard]] bool read_row(const Access& access, AddressPattern pattern, const Note& now);
    [[nodiscard]] std::optional<SharedConflict> write_in_row(std::uint64_t offset, const Note& now);
    [[nodiscard]] std::optional<SharedConflict> read(Cell& cell, const Note& now, LaneMask lanes);
    [[nodiscard]] std::optional<SharedConflict> write(Cell& cell, const Note& now, bool at_once_with_last, std::uint32_t value);
    [[nodiscard]] bool unordered(const Note& note, const Note& now, std::uint32_t lane) const;
    void exchange_knowledge(std::uint32_t warp, const Access& access, std::uint64_t first_word);
    [[nodiscard]] bool in_one_instruction(const Cell& cell, const Note& now, const Access& access, std::uint64_t offset) const;
    [[nodiscard]] SharedConflict conflict(const Note& earlier, const Note& later, unsigned lane, bool at_once) const;
    void forget_if_full();

    RaceCheck m_check;
    std::uint64_t m_bytes;
    ThreadOrder m_order;
    Shadow<Cell, 4096> m_shadow;
    std::vector<Row> m_rows;
    std::vector<ThreadOrder::Knowledge> m_fenced; // [warp]: at its last fence since all threads met; else empty
    // By strong operations on the word, which is an offset, or kGlobalWords and an address.
    std::map<std::uint64_t, ThreadOrder::Knowledge> m_released;
    std::uint32_t m_warps;
};

} // namespace warpstage::simt
