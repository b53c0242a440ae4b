// Retirement of warps pass by pass: which lanes enter the guarded code, which warps diverge, which have no work from here on.
#pragma once

#include "app/draw/draw_list.h"
#include "app/draw/style.h"
#include "app/views/drawing.h"
#include "core/base/lane_mask.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::views {

struct WarpInPass {
    LaneMask met = 0; // lanes that came to the branch
    LaneMask entered = 0; // of them, those that went into the guarded code

    [[nodiscard]] bool divergent() const { return entered != 0 && entered != met; }
};

struct RetirementPass {
    std::string label; // "pass 1"
    std::vector<WarpInPass> warps; // by warp of the block
};

struct RetirementInput {
    std::uint32_t warp_width = 32;
    std::uint32_t warps = 0;
    std::vector<RetirementPass> passes;
    std::string subtitle; // "line 12 · if (tid % (2 * s) == 0)"
    std::string caption;

    [[nodiscard]] std::uint32_t divergent(std::size_t pass) const;
    // Warps that retire at this pass: they worked in the pass before (or start here) and enter in no pass from this one on.
    [[nodiscard]] std::uint32_t retired(std::size_t pass) const;
    // Whether the warp enters in no pass from this one on.
    [[nodiscard]] bool is_retired(std::size_t pass, std::uint32_t warp) const;
};

[[nodiscard]] DrawList retirement_figure(const RetirementInput& input, Size size, const Style& style);

// The branch at `pc` skips the guarded code when taken, as compilers write `if`: lanes that do not take it enter.
[[nodiscard]] RetirementInput retirement_input(const trace::Trace& trace, std::uint32_t pc);

} // namespace warpstage::views
