// Global memory as the sectors that a recorded block moves, 128 bytes per row: which of their bytes were requested, which a later
// step requests, and which are unused.
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
        std::uint64_t byte = 0; // of its first byte, relative to the buffer
    };
    std::optional<Wrong> wrong {}; // element of a result
    bool cached = true; // a cache may supply a sector that is requested again: every GPU since CC 2.0
};

// The accesses of the current instruction of the recorded run.
[[nodiscard]] std::string sector_scene_words(const session::Snapshot& snapshot);

[[nodiscard]] DrawList sector_scene_figure(const SectorSceneInput& input, Size size, const Style& style);

} // namespace warpstage::views
