// A warp at a branch: the two paths with their lanes, and beside them the model by which warpstage lets them reconverge: a stack,
// as GPUs before Volta have one.
#pragma once

#include "app/views/drawing.h"
#include "core/analysis/block/branch_walk.h"

namespace warpstage::views {

struct SimtStackInput : analysis::BranchWalk {
    std::string code {}; // of the branch's line
    std::string subtitle {}; // "warp 3 of block 17"
};

[[nodiscard]] DrawList simt_stack_figure(const SimtStackInput& input, Size size, const Style& style);

} // namespace warpstage::views
