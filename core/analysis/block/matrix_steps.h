// The recorded matrix instructions of a block.
#pragma once

#include "core/analysis/recording/recording.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpstage::analysis {

struct ShownMatrices {
    const trace::MatrixRecord* record = nullptr; // null: the warp has none
    std::size_t number = 0; // among those of the warp, from 1
    std::size_t all = 0;
};

// The one that the warp executes at the step or executed last before it; before the first one, the first. Without a step: the
// first one at the source line, else the first product, else the first one.
[[nodiscard]] ShownMatrices matrices_at(
    const Recording& recording, std::uint32_t warp, std::optional<std::size_t> step, std::uint32_t line);

// The matrices of a step of the trace; null: none were recorded.
[[nodiscard]] const trace::MatrixRecord* matrices_of(const Recording& recording, std::size_t step);

} // namespace warpstage::analysis
