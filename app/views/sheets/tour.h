// The tour at the first start: five cards about one panel each, each of which asks for an action.
#pragma once

#include "app/views/frame/layout.h"

namespace warpstage::views {

inline constexpr std::size_t kTourSteps = 5;

// The panel that a step is about; empty if the panel does not fit into this window.
[[nodiscard]] std::optional<Rect> tour_target(std::size_t step, const StageLayout& layout);

} // namespace warpstage::views
