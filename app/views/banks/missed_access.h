// The address of the fault that stopped the recorded block, drawn beside the banks or sectors that it misses.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

struct MissedAccess {
    unsigned lane = 0;
    std::uint64_t address = 0;
    bool misaligned = false; // else it is outside of every buffer
    std::string sentence; // which buffer it misses, and by how much
};

// If an access of this instruction stopped the block.
[[nodiscard]] std::optional<MissedAccess> missed_access(const session::Recording* recording, std::uint32_t pc);

// "lane 5 misses its buffer", then shorter texts.
[[nodiscard]] Headline missed_headline(const MissedAccess& missed, const Style& style);

// The part of `area` that remains for the picture.
[[nodiscard]] Rect beside_missed(const MissedAccess& missed, Rect area, const Style& style);
// The address as a box beside the picture, and a line from the lane to it. `lanes`: the row of all `count` lanes.
void draw_missed(Canvas& canvas, const MissedAccess& missed, Rect area, Rect picture, unsigned count);

} // namespace warpstage::views
