// The conditional branches that lead around a barrier: threads that take the other side never reach it.
#pragma once

#include "core/simt/program.h"

#include <cstdint>
#include <vector>

namespace warpstage::simt {

struct BarrierGuard {
    std::uint32_t branch = 0; // program counter
    bool barrier_is_taken = false; // the side of the branch with the barriers
    std::vector<std::uint32_t> barriers; // program counters
};

// `if (i >= n) return;` before a barrier is correct and guards none, but in PTX it looks like a barrier in `if (i < n)` where the
// kernel ends after the branch. The difference is the column: the statements of the branch are indented.
[[nodiscard]] std::vector<BarrierGuard> find_barrier_guards(const Program& program);

} // namespace warpstage::simt
