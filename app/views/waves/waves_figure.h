// The waves of a launch: which blocks run at the same time, what each wave finds in L2, and how full the last one is.
#pragma once

#include "app/views/drawing.h"
#include "core/timing/waves/waves.h"

namespace warpstage::views {

struct WavesInput {
    const timing::Waves* waves = nullptr; // null: not requested
    std::optional<std::uint64_t> block; // the recorded block, whose wave is marked; nothing: the first wave
};

// The grid with the blocks of the marked wave, and a bar for each wave; several waves share a bar if not all fit. A click on the
// grid records the clicked block.
[[nodiscard]] DrawList waves_figure(const WavesInput& input, Size size, const Style& style);

// What follows from the waves, at most three sentences.
[[nodiscard]] std::vector<std::string> conclusions_of(const timing::Waves& waves);

} // namespace warpstage::views
