// The shared memory of a block as a grid of cells at one instruction of its run: the value of each cell, and which cells the
// instruction reads or writes. A row has one element per bank, so that each column is one bank.
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
