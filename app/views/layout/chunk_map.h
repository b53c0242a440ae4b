// Shared memory in lines of 128 bytes, one cell for each 16 bytes: what tensor copies and wgmma move as a whole.
#pragma once

#include "app/views/drawing.h"

#include <map>
#include <utility>

namespace warpstage::views {

inline constexpr std::int64_t kMapChunkBytes = 16;
inline constexpr std::int64_t kChunksOfLine = 8;

struct MapChunk {
    std::string label; // written if it fits
    Color fill;
    bool framed = false; // it stands out
    std::string tip {};
};
// By number, counted from byte 0.
using ChunkMap = std::map<std::int64_t, MapChunk>;

// The title, the lines from the first used one on that fit, and how many follow.
void draw_chunk_map(Canvas& canvas, const ChunkMap& map, const std::string& title, Rect area);

// Beside each other, the first with this share of the width, or below each other where the picture is not wider than high.
[[nodiscard]] std::pair<Rect, Rect> two_parts(Rect area, Size picture, float gap, float share);

// A text in a cell, in the color that is readable there; nothing where it does not fit.
void write_in_chunk(Canvas& canvas, Rect cell, const std::string& text, Color fill);

// A color of `count`, from light to dark, of a hue.
[[nodiscard]] Color shade_of(const Style& style, Color hue, std::int64_t index, std::int64_t count);

} // namespace warpstage::views
