// A branch in a loop per iteration: the lanes of each warp that enter the guarded code, and the warps that have no more work.
#pragma once

#include "core/base/lane_mask.h"
#include "core/ptx/listing.h"
#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpstage::analysis {

struct WarpInIteration {
    LaneMask met = 0; // lanes that execute the branch
    LaneMask entered = 0; // of these, the lanes that enter the guarded code

    [[nodiscard]] bool divergent() const { return entered != 0 && entered != met; }
};

struct WarpIterations {
    std::uint32_t warp_width = 32;
    std::uint32_t warps = 0;
    std::vector<std::vector<WarpInIteration>> iterations {}; // [iteration][warp of the block]

    [[nodiscard]] std::uint32_t divergent(std::size_t iteration) const;
    // Warps that retire at this iteration: they worked in the previous iteration (or start here) and enter the code in no later
    // one.
    [[nodiscard]] std::uint32_t retired(std::size_t iteration) const;
    // Number of divergent warps over all iterations, and of warps that retire.
    [[nodiscard]] std::uint32_t all_divergent() const;
    [[nodiscard]] std::uint32_t all_retired() const;
    // Whether the warp enters the code neither in this iteration nor in a later one.
    [[nodiscard]] bool is_retired(std::size_t iteration, std::uint32_t warp) const;
};

// The branch at `pc` skips the guarded code when taken, as compilers write `if`: lanes that do not take it enter.
[[nodiscard]] WarpIterations warp_iterations(const trace::Trace& trace, std::uint32_t pc);

// Among the branches executed repeatedly (if `line` is given, only those of this source line): the one with the most divergent or
// retiring warps. Nothing: no such branch.
[[nodiscard]] std::optional<std::uint32_t> busiest_branch(
    const trace::Trace& trace, const ptx::Listing& listing, std::optional<std::uint32_t> line);

} // namespace warpstage::analysis
