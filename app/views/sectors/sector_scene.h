// Global memory as the sectors that a recorded block moves, 128 bytes a row: what was asked for of them, and what came for
// nothing.
#pragma once

#include "app/views/drawing.h"
#include "core/session/recording/sector_traffic.h"

namespace warpstage::views {

using session::BufferTraffic;
using session::MovedSector;

struct SectorSceneInput {
    std::span<const BufferTraffic> buffers;
    std::string words; // "block 128 · executing: warp 2, line 10 · selected: warp 0"
    struct Wrong {
        std::string buffer;
        std::uint64_t byte = 0; // of its first, from the buffer's first on
    };
    std::optional<Wrong> wrong {}; // element of a result
};

// Of the step at which the recorded run stands.
[[nodiscard]] std::string sector_scene_words(const session::Snapshot& snapshot);

[[nodiscard]] DrawList sector_scene_figure(const SectorSceneInput& input, Size size, const Style& style);

} // namespace warpstage::views
