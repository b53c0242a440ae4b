// Finds the known access pattern of an access: an open-addressing hash table from (instruction, pattern) to the index of the
// pattern.
#pragma once

#include "core/simt/observer.h"
#include "core/trace/totals.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpstage::trace {

class PatternTable {
public:
    PatternTable(std::size_t patterns_per_instruction, std::size_t patterns);

    // Counts the access of the instruction at `pc`, which has at least one lane, in `totals`; the object must be the same for
    // each call with this `pc`. Allocates only for a new pattern. Returns the index of the pattern; nothing: dropped.
    std::optional<std::uint32_t> count(std::uint32_t pc, const simt::Access& access, InstructionTotals& totals);
    void clear();

    // Memory of the given number of patterns and their slots.
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
    std::size_t m_most; // of all instructions
    std::size_t m_used = 0;
    std::vector<Slot> m_slots; // a power of two
};

} // namespace warpstage::trace
