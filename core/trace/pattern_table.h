// Finds the access pattern that an access repeats: an open-addressing hash table from (instruction, pattern) to the index of the
// pattern.
#pragma once

#include "core/simt/observer.h"
#include "core/trace/totals.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpstage::trace {

class PatternTable {
public:
    PatternTable(std::size_t patterns_per_instruction, std::size_t patterns);

    // Counts the access of the instruction at `pc`, which has at least one lane, in `totals`; that must be the same object for
    // the same `pc` every time. Allocates only when the pattern is new.
    void count(std::uint32_t pc, const simt::Access& access, InstructionTotals& totals);
    void clear();

    // What so many patterns and their slots take.
    [[nodiscard]] static std::size_t bytes(std::size_t patterns);

private:
    struct Slot {
        std::uint64_t hash = 0;
        std::uint32_t pc = 0;
        std::uint32_t pattern = 0; // 1 + index into InstructionTotals::patterns; 0: the slot is free
    };

    void insert(const Slot& slot);
    void grow();

    std::size_t m_limit; // of one instruction
    std::size_t m_most; // of all together
    std::size_t m_used = 0;
    std::vector<Slot> m_slots; // their number is a power of two
};

} // namespace warpstage::trace
