// The first start's tour: five cards, each about a panel, each of which asks for an action.
#pragma once

#include "app/views/frame/layout.h"

namespace warpstage::views {

inline constexpr std::size_t kTourSteps = 5;

// The panel that a step is about; nothing where it has no room in this window.
[[nodiscard]] std::optional<Rect> tour_target(std::size_t step, const StageLayout& layout);

} // namespace warpstage::views
