// One iteration of a reduction in shared memory: the cells before and after, the threads between them, and the operand pairs.
#pragma once

#include "app/views/drawing.h"
#include "core/analysis/block/reduction_iteration.h"

namespace warpstage::views {

struct ReductionInput : analysis::ReductionIteration {
    std::string subtitle {}; // "iteration 1"
};

[[nodiscard]] DrawList reduction_figure(const ReductionInput& input, Size size, const Style& style);

} // namespace warpstage::views
