// Writes the machine code of one sequence of operations: which registers of the processor hold which parts of the warp's register
// file, and what the code of the instructions needs. Included by the files of this folder only.
#pragma once

#include "core/simt/jit/counters.h"
#include "core/simt/jit/translated_code.h"
#include "core/simt/operation.h"

#include <xbyak/xbyak.h>

#include <array>
#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace warpstage::simt::jit {

using Xbyak::Opmask;
using Xbyak::Zmm;

// 64 bytes of a row: 16 lanes of 4 bytes, 8 lanes of 8 bytes, 32 lanes of 2 bytes.
struct Piece {
    std::uint32_t row = 0;
    std::uint32_t index = 0; // within the row
    std::uint32_t lane_bytes = 4;

    [[nodiscard]] std::uint32_t offset() const { return row + index * 64; }
};
[[nodiscard]] constexpr std::uint32_t pieces_of(std::uint32_t lane_bytes)
{
    return lane_bytes / 2;
}

enum class Lanes : std::uint8_t { all, active }; // as Operation::full and Operation::masked

// What is known of a piece's numbers beside their bits.
enum class Content : std::uint8_t {
    exact,
    any_nan_f32, // each NaN stands for the canonical one, which is written as soon as the bits matter
    any_nan_f64,
};

class Translator : public Xbyak::CodeGenerator {
public:
    // `counters`: must outlive the code's writing, and are not used if it does not count.
    Translator(Counting counting, Counters& counters);

    // start(), the runs, their entries, stop(), for both kinds of lanes; then finish(), and the code can run.
    void start(Lanes lanes);
    std::size_t entry(const Xbyak::Label& run); // where it is
    void stop();
    void finish();

    // A run of straight operations up to `end`: begin(), its operations, end(), what follows it, write_detours().
    void begin(Xbyak::Label& run, std::uint32_t first, std::uint32_t end);
    void end();
    void write_detours();

    // What follows a run.
    void leave(std::uint32_t pc, Exit exit = Exit::next);
    void go_to(std::uint32_t pc, const Xbyak::Label& run);
    void look_at_budget(std::uint32_t branch, std::uint32_t target);
    // Goes on behind if only a part of the lanes take the branch. count_branch() counts it for all.
    void test_guard(const Operation& branch, const Xbyak::Label& taken, const Xbyak::Label& not_taken);
    void count_branch(std::uint32_t pc, bool executed);

    [[nodiscard]] Lanes lanes() const { return m_lanes; }
    [[nodiscard]] bool counts_requests() const { return m_counting == Counting::requests; }
    // Counts a request of 32 lanes, for one address or for consecutive ones whose first one is in `first`.
    void count_uniform(const Operation& operation);
    void count_consecutive(const Operation& operation, const Xbyak::Reg64& first);

    // Registers of the processor, which keep their meaning until done(). A changed register must be a new one: others may still
    // read the content from before.
    [[nodiscard]] Zmm use(Piece piece); // exact content
    [[nodiscard]] Zmm use_number(Piece piece); // of an instruction whose result depends only on whether a number is NaN
    [[nodiscard]] Zmm define(Piece piece, Content content = Content::exact);
    [[nodiscard]] Zmm change(Piece piece, Content content); // content as for use_number(), overwritten
    // Writes the content to the register file, if it is not there.
    void settle(Piece piece);
    [[nodiscard]] Zmm scratch();
    void done();

    // Lanes of a predicate row, as the mask of a piece's lanes, in `mask`.
    void load_mask(const Opmask& mask, std::uint32_t row, std::uint32_t first_lane, std::uint32_t lane_count, bool negated);
    // The mask in eax into a predicate row, for lanes that are active. Changes ecx.
    void store_predicate(std::uint32_t row);
    [[nodiscard]] Xbyak::Address predicate(std::uint32_t row) const;

    // Values in all lanes, as the last operand of an instruction.
    [[nodiscard]] Xbyak::Address each(std::uint32_t value);
    [[nodiscard]] Xbyak::Address each(std::uint64_t value);
    // One value in memory.
    [[nodiscard]] Xbyak::Address in_memory(std::uint32_t value);
    [[nodiscard]] Xbyak::Address in_memory(std::uint64_t value);
    // 64 bytes.
    [[nodiscard]] Xbyak::Address table(const std::array<std::uint64_t, 8>& values);

    // Calls the operation's handler.
    void call_handler(const Operation& operation);
    // The same for an access to memory, with all that counting needs.
    void call_access(const Operation& operation);
    void call_followed(const Operation& operation);
    // The same out of the way: code that jumps to `from` goes on at `to`, as if it had written the results itself.
    // To be called when all registers of the operation are chosen.
    struct Detour;
    [[nodiscard]] Detour& detour(const Operation& operation, std::vector<Piece> results);

    // A subroutine, written once for each kind of lanes; see any_pattern.h.
    using Routine = void (*)(Translator& code);
    // An access by such a subroutine, or by the operation's handler if it is null or cannot do it. `values`: the first piece of
    // the row that is loaded or stored.
    void access_lanes(const Operation& operation, Routine routine, std::uint32_t address_bytes, Piece values, bool loads);
    // From a subroutine.
    void call_other(Routine routine) { call(m_routines[routine]); }

    [[nodiscard]] Xbyak::Address counter(std::size_t offset) const; // of 8 bytes
    // Members of the state of the warp.
    [[nodiscard]] Xbyak::Address member(std::size_t offset) const;
    [[nodiscard]] Xbyak::Address dword_member(std::size_t offset) const;
    [[nodiscard]] Xbyak::Address word_member(std::size_t offset) const;

private:
    struct Slot {
        Piece piece;
        bool bound = false; // holds the piece
        bool dirty = false; // the register file does not have the content
        bool pinned = false; // until done()
        Content content = Content::exact;
        std::uint64_t last_use = 0;
    };
    static constexpr std::size_t kSlots = 28; // the registers from here on are for subroutines
    using Slots = std::array<Slot, kSlots>;

    [[nodiscard]] std::size_t find(Piece piece) const; // kSlots: none
    [[nodiscard]] std::size_t take();
    [[nodiscard]] std::size_t bring(Piece piece);
    void make_exact(std::size_t index, Slot& slot);
    void store(std::size_t index, Slot& slot);
    void load_active();
    void run_handler(const Operation& operation);
    void run_access(const Operation& operation);
    void run_reported(const Operation& operation, const CountedRequest* counters);
    void go_on_if_allowed(const Operation& operation, const Xbyak::Label& otherwise);
    void count_executions(std::size_t offset);
    void settle_all();
    void forget(Piece piece);
    void forget_all(); // after a call
    void call_routine(const Operation& operation, Routine routine);
    void write_routines();
    void reload(const Slots& slots);
    [[nodiscard]] Xbyak::Address place(Piece piece) const;

    Counting m_counting;
    Counters& m_places; // of counters
    Lanes m_lanes = Lanes::all;
    Xbyak::Reg64 m_state;
    Xbyak::Reg64 m_registers;
    Xbyak::Reg64 m_progress;
    Xbyak::Reg64 m_count; // of instructions
    Xbyak::Reg64 m_counters;
    std::uint32_t m_run_end = 0;
    Slots m_slots;
    std::uint64_t m_time = 0;
    std::list<Detour> m_detours;
    std::map<Routine, Xbyak::Label> m_routines;
    std::optional<Xbyak::Label> m_leave; // Exit in eax
    std::optional<Xbyak::Label> m_refused; // the operation in rsi
    std::optional<Xbyak::Label> m_failed; // the same
    std::map<std::array<std::uint64_t, 8>, Xbyak::Label> m_tables;
    std::map<std::uint64_t, Xbyak::Label> m_wide;
    std::map<std::uint32_t, Xbyak::Label> m_narrow;
};

struct Translator::Detour {
    const Operation* operation = nullptr;
    std::vector<Piece> results;
    Slots slots;
    Routine routine = nullptr; // tried before the handler
    bool is_tried = false; // by the code that comes here
    Xbyak::Label from;
    Xbyak::Label to;
};

// Writes the code of one operation.
using Emit = void (*)(Translator& code, const Operation& operation);

struct Translation {
    std::string_view key; // of the operator
    Emit emit;
    bool (*accepts)(const Operation& operation) = nullptr; // null: all of this key
};

} // namespace warpstage::simt::jit
