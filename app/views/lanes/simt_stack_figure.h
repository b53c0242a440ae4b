// A warp at a branch: the two paths with their lanes, and beside them the reconvergence model of warpstage: a stack, as in GPUs
// before Volta.
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
