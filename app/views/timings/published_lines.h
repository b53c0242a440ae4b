// What a lecture printed for the variant on screen, beside what is measured here.
#pragma once

#include "app/views/drawing.h"
#include "core/session/snapshot.h"

namespace warpstage::views {

// A line for each figure, as many as there is room for, those first whose parameters are set as on screen. Empty where the
// snapshot holds no published figures.
[[nodiscard]] DrawList published_lines(const session::Snapshot& snapshot, Size size, const Style& style);

} // namespace warpstage::views
