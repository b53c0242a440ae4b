// What the array scene shows at this moment: pass, step, warp and the line that runs.
#pragma once

#include "app/draw/draw_list.h"
#include "app/draw/style.h"
#include "app/views/drawing.h"
#include "core/session/snapshot.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace warpstage::views {

struct ArrayCaptionInput {
    bool recorded = false; // false: only the words of waiting
    std::string waiting = "recording…";
    std::size_t step = 0; // 0-based
    std::size_t steps = 0;
    std::uint32_t pass = 0;
    std::uint32_t warp = 0;
    std::uint32_t line = 0;
    std::string code; // of that line
};

// Nothing where the lesson's scene is not an array.
[[nodiscard]] std::optional<ArrayCaptionInput> array_caption_input(const session::Snapshot& snapshot);

[[nodiscard]] DrawList array_caption_figure(const ArrayCaptionInput& input, Size size, const Style& style);
[[nodiscard]] float array_caption_height(const Style& style);

} // namespace warpstage::views
