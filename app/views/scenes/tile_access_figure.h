// The tile of the recorded block on its way: elements in the matrices that are read, in shared memory, and in the result, each in
// the colour of its value wherever it goes.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

// Low to high by lightness first, so that it reads without colour vision and in grey print.
inline constexpr std::array<Color, 4> kMatrixColors { { { 0x0b, 0x1d, 0x4f }, { 0x1f, 0x78, 0xb4 }, { 0xe6, 0x9f, 0x00 },
    { 0xff, 0xf3, 0xc4 } } };

struct TileAccessInput {
    const session::MatrixFrame* matrix = nullptr; // the result, with what was read
    const session::TileAccesses* accesses = nullptr;
    const session::ArrayFrame* cells = nullptr; // shared memory; null or empty: none
    const session::WrongElement* wrong = nullptr; // of the result
};

// Where whole matrices are to be painted, first those that are read, and where their tiles lie.
struct TileAccessLayout {
    std::vector<Rect> wholes;
    Rect tiles;
};
[[nodiscard]] TileAccessLayout layout_tile_accesses(const session::MatrixFrame& matrix, Rect rect, const Style& style);
// Frames and names around those places, and which element is wrong.
[[nodiscard]] DrawList wholes_figure(const TileAccessInput& input, const TileAccessLayout& layout, const Style& style);
// The tiles side by side, from (0, 0) on; a click on a cell chooses it.
[[nodiscard]] DrawList tiles_figure(const TileAccessInput& input, Size size, const Style& style);

} // namespace warpstage::views
