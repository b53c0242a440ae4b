// A tile in shared memory as a matrix: each cell is an element, shaded and numbered by its bank. The elements of one access are
// marked; the bars below show how many of its words are in each bank. Several tiles can be side by side, for example without and
// with padding.
#pragma once

#include "app/views/drawing.h"
#include "core/analysis/block/bank_tile.h"

namespace warpstage::views {

using analysis::BankTile;
using analysis::TilePlace;

struct BankMatrixInput {
    std::vector<BankTile> tiles;
    std::uint32_t banks = 32;
    std::uint32_t bank_bytes = 4;
    std::string subtitle; // "line 14 · column 0"
};

[[nodiscard]] DrawList bank_matrix_figure(const BankMatrixInput& input, Size size, const Style& style);

} // namespace warpstage::views
