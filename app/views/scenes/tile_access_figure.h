// The tile accesses of the recorded block: elements in the matrices that are read, in shared memory, and in the result. An
// element has the color of its value everywhere.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

// Low to high, ordered by lightness, so that it is readable without color vision and in grayscale print.
inline constexpr std::array<Color, 4> kMatrixColors { { { 0x0b, 0x1d, 0x4f }, { 0x1f, 0x78, 0xb4 }, { 0xe6, 0x9f, 0x00 },
    { 0xff, 0xf3, 0xc4 } } };

struct TileAccessInput {
    const session::MatrixFrame* matrix = nullptr; // the result and the matrices that are read
    const session::TileAccesses* accesses = nullptr;
    const session::ArrayFrame* cells = nullptr; // shared memory; null or empty: none
    const session::WrongElement* wrong = nullptr; // of the result
};

// Places for the complete matrices, first those that are read, and the places of their tiles.
struct TileAccessLayout {
    std::vector<Rect> wholes;
    Rect tiles;
};
[[nodiscard]] TileAccessLayout layout_tile_accesses(const session::MatrixFrame& matrix, Rect rect, const Style& style);
// Frames and names around those places, and the wrong element.
[[nodiscard]] DrawList wholes_figure(const TileAccessInput& input, const TileAccessLayout& layout, const Style& style);
// The tiles side by side, from (0, 0); a click on a cell chooses it.
[[nodiscard]] DrawList tiles_figure(const TileAccessInput& input, Size size, const Style& style);

} // namespace warpstage::views
