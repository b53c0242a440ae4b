// Counters of a whole observed run, however long: per instruction, and per distinct access pattern, so that the rules of any
// compute capability can be applied later without running again.
#pragma once

#include "core/simt/observer.h"
#include "core/simt/summing_observer.h"

#include <array>
#include <cstdint>
#include <vector>

namespace warpstage::trace {

// Accesses that are equivalent for all hardware rules: same space, kind, form, width and lanes, and addresses that differ by a
// common multiple of 1024 bytes (the least common multiple of all alignments of banks, sectors and segments is smaller).
struct PatternCount {
    static constexpr std::uint64_t kAlignment = 1024;
    simt::Access access; // addresses relative to the lowest one rounded down to the alignment; values of the first occurrence
    std::uint64_t count = 0;
};

struct InstructionTotals : simt::StepSums {
    std::vector<PatternCount> patterns; // at most Recorder's limit; the others are counted in `patterns_dropped`
    std::uint64_t patterns_dropped = 0;
};

struct Totals {
    std::uint64_t block = 0;
    std::uint32_t warp_width = 32;
    std::uint32_t warps = 0;
    std::uint64_t barriers = 0;
    std::vector<InstructionTotals> instructions; // indexed by program counter
};

} // namespace warpstage::trace
