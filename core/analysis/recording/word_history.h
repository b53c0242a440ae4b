// The history of a word of memory in a recorded block: who wrote it, who read it, in which instruction, and what orders these
// accesses.
#pragma once

#include "core/analysis/recording/recording.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::analysis {

// Bytes of shared or global memory, with an address as in recorded accesses.
struct Word {
    ptx::StateSpace space = ptx::StateSpace::shared;
    std::uint64_t address = 0;
    std::uint32_t bytes = 4;
};

// What orders an access after the last earlier one that conflicts with it: one of the two is no load.
struct WordOrder {
    std::size_t after = 0; // index of the earlier access in the history
    std::string by; // "program order", "__syncthreads(), line 12"; empty: no barrier and no atomic operations order them

    bool operator==(const WordOrder&) const = default;
};

// An instruction of one warp that accesses the word.
struct WordAccess {
    std::size_t step = 0; // index into Trace::steps
    std::uint32_t warp = 0;
    LaneMask lanes = 0; // that access a byte of the word
    simt::AccessKind kind = simt::AccessKind::load;
    std::uint32_t line = 0; // of the source; 0: none
    std::optional<WordOrder> order; // nothing: no earlier access conflicts
};

struct WordHistory {
    std::vector<WordAccess> accesses; // in the order of execution, at most kMaxWordAccesses
    std::size_t all = 0; // with those that are not listed
};

inline constexpr std::size_t kMaxWordAccesses = 500;

// Of the playable part of the trace: its first Trace::gapless entries.
[[nodiscard]] WordHistory word_history(const Recording& recording, const Word& word);

} // namespace warpstage::analysis
