// Global memory as the sectors that a recorded block moves, 128 bytes a row: what was asked for of them, and what came for
// nothing.
#pragma once

#include "app/draw/draw_list.h"
#include "app/draw/style.h"
#include "app/views/drawing.h"
#include "app/views/sectors/sector_traffic.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace warpstage::views {

struct SectorSceneInput {
    std::span<const BufferTraffic> buffers;
    std::string words; // "block 128 · warp 2 · line 10"
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
