// Copies and launches over time: a row for each stream, below it a row for each engine of the GPU, and whether anybody measured
// it.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

[[nodiscard]] DrawList transfers_figure(const session::TransferFrame& frame, Size size, const Style& style);

} // namespace warpstage::views
