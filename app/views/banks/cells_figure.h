// A block's shared memory as a grid of cells at one step of its run: what each holds, and which are read or written by the step.
// A row is as wide as the banks, so that what meets in a bank stands in a column.
#pragma once

#include "app/views/drawing.h"
#include "core/session/snapshot.h"

namespace warpstage::views {

struct CellsInput {
    const session::ArrayFrame* frame = nullptr; // null: nothing to show
    std::uint32_t banks = 32;
    std::uint32_t bank_bytes = 4;
    std::string subtitle; // "line 44 · warp 3"
    std::string nothing = tr("no shared memory in the recorded run");
};

// A click on a cell chooses it.
[[nodiscard]] DrawList cells_figure(const CellsInput& input, Size size, const Style& style);

} // namespace warpstage::views
