// Races between the threads of one block on its shared memory.
#pragma once

#include "core/simt/checks/address_pattern.h"
#include "core/simt/checks/checks.h"
#include "core/simt/checks/order/thread_order.h"
#include "core/simt/checks/race.h"
#include "core/simt/checks/shadow.h"
#include "core/simt/observer.h"

#include <cstdint>
#include <vector>

namespace warpstage::simt {

// How an instruction accesses memory.
struct AccessMode {
    Strength strength = Strength::weak;
    Scope scope = Scope::device;
    bool guards_cas = false; // see CheckedInstruction
    bool is_tested = false;
};

// Writes of the same value to one word are of compute-sanitizer's lowest level, INFO, "not believed to have an impact on program
// correctness" (Compute Sanitizer User Guide, "Racecheck severity levels").
class SharedRaces {
public:
    // `order` must outlive it.
    SharedRaces(std::uint64_t bytes, const ThreadOrder& order, RaceCheck check);

    // The order has been replaced: see ThreadOrder::is_full().
    void forget();
    // Records the access and appends its conflicts with earlier accesses; their blocks are not set.
    void access(const Step& step, const Access& access, AddressPattern pattern, const AccessMode& mode, std::vector<Race>& found);

private:
    struct Note {
        std::uint32_t time = 0; // of its Moment
        std::uint32_t pc = 0;
        std::uint16_t warp = 0;
        std::uint8_t lane = 0;
        AccessKind kind : 2 = AccessKind::load;
        Strength strength : 2 = Strength::weak;
        bool guards_cas : 1 = false;
        bool is_tested : 1 = false;

        [[nodiscard]] Moment moment() const { return { time, warp, lane }; }
    };
    // The last plain write and the last atomic operation: it has observed those before it (see GlobalRaces). Of the reads since
    // the last plain write: the last one with the lanes of its warp that read at the same time, and the last one by another warp.
    // If any access conflicts with a later one, one of these does, as long as all lanes of a warp synchronize together. Small,
    // because most of a check's time is spent on reading cells.
    struct Cell {
        Note write;
        Note read;
        LaneMask read_lanes = 0; // of read.warp
        Note other_read;
        std::uint32_t value = 0; // value written
        Note atomic;

        [[nodiscard]] Cell part(unsigned byte) const;
    };
    // 32 words that whole warps tend to read together, lane by lane. Such reads are noted here and not in the cells.
    struct Row {
        std::uint32_t written = 0; // time of the last write to any of its words
        Note read; // the last one, and the last one by another warp; the lane is the number of the word
        Note other_read;
    };
    static constexpr std::uint64_t kRowBytes = std::uint64_t { kMaxLanes } * kShadowWordBytes;

    // Whether two accesses conflict.
    enum class Order : std::uint8_t {
        known, // or they may have any order
        missing,
        missing_of_volatile, // no race, but see Race::only_volatile
    };
    // The cell that is visited, and where its conflicts go.
    struct Visit {
        std::uint64_t offset = 0;
        std::uint32_t bytes = 0;
        std::vector<Race>* found = nullptr;
    };

    [[nodiscard]] LaneMask read_unwritten_words(const Access& access, Note now);
    void note_read(Cell& cell, const Note& now, LaneMask lanes) const;
    [[nodiscard]] bool read_row(const Access& access, AddressPattern pattern, const Note& now);
    void write_in_row(const Visit& visit, const Note& now);
    void read(const Visit& visit, Cell& cell, const Note& now, LaneMask lanes);
    void write(const Visit& visit, Cell& cell, const Note& now, bool at_once_with_last, std::uint32_t value);
    void atomic(const Visit& visit, Cell& cell, const Note& now);
    void check_reads(const Visit& visit, const Cell& cell, const Note& now);
    // A conflict of the earlier note, if it is not before the lane's access.
    bool check(const Visit& visit, const Note& earlier, const Note& now, std::uint32_t lane);
    [[nodiscard]] Order order_of(const Note& note, const Note& now, std::uint32_t lane) const;
    [[nodiscard]] bool in_one_instruction(const Cell& cell, const Note& now, const Access& access, std::uint64_t offset) const;
    void add(const Visit& visit, const Note& earlier, const Note& later, unsigned lane, bool at_once, Order order) const;

    RaceCheck m_check;
    std::uint64_t m_bytes;
    const ThreadOrder* m_order;
    Shadow<Cell, 256> m_shadow;
    std::vector<Row> m_rows;
};

} // namespace warpstage::simt
