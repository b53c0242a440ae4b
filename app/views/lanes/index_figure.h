// Index arithmetic: how the threads of a warp compute from threadIdx the index of the element that each of them accesses.
#pragma once

#include "app/views/drawing.h"
#include "core/analysis/block/index_arithmetic.h"

namespace warpstage::views {

struct IndexInput : analysis::IndexArithmetic {
    std::string memory; // "element of a", "word of shared memory"
    std::uint32_t bytes = 4; // of an element
    std::string subtitle; // "line 33 · as[tx][ty] = element"
};

[[nodiscard]] DrawList index_figure(const IndexInput& input, Size size, const Style& style);

} // namespace warpstage::views
