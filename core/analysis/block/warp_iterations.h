// A branch in a loop iteration by iteration: which lanes of each warp enter the guarded code, and which warps have no work from here on.
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
    LaneMask met = 0; // lanes that came to the branch
    LaneMask entered = 0; // of them, those that went into the guarded code

    [[nodiscard]] bool divergent() const { return entered != 0 && entered != met; }
};

struct WarpIterations {
    std::uint32_t warp_width = 32;
    std::uint32_t warps = 0;
    std::vector<std::vector<WarpInIteration>> iterations {}; // [iteration][warp of the block]

    [[nodiscard]] std::uint32_t divergent(std::size_t iteration) const;
    // Warps that retire at this iteration: they worked in the iteration before (or start here) and enter in no iteration from this one on.
    [[nodiscard]] std::uint32_t retired(std::size_t iteration) const;
    // Warps that diverge, over all iterations, and warps that retire.
    [[nodiscard]] std::uint32_t all_divergent() const;
    [[nodiscard]] std::uint32_t all_retired() const;
    // Whether the warp enters in no iteration from this one on.
    [[nodiscard]] bool is_retired(std::size_t iteration, std::uint32_t warp) const;
};

// The branch at `pc` skips the guarded code when taken, as compilers write `if`: lanes that do not take it enter.
[[nodiscard]] WarpIterations warp_iterations(const trace::Trace& trace, std::uint32_t pc);

// Of the branches that warps meet again and again, where one is given those of this source line: the one where the most warps
// diverge or retire. Nothing: there is none.
[[nodiscard]] std::optional<std::uint32_t> busiest_branch(
    const trace::Trace& trace, const ptx::Listing& listing, std::optional<std::uint32_t> line);

} // namespace warpstage::analysis
