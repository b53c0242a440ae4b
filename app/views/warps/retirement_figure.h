// Retirement of warps by iteration: which lanes enter the guarded code, which warps diverge, which have no work from this
// iteration on.
#pragma once

#include "app/views/drawing.h"
#include "core/analysis/block/warp_iterations.h"

namespace warpstage::views {

struct RetirementInput : analysis::WarpIterations {
    std::string subtitle {}; // "line 12 · if (tid % (2 * s) == 0)"
};

[[nodiscard]] DrawList retirement_figure(const RetirementInput& input, Size size, const Style& style);

} // namespace warpstage::views
