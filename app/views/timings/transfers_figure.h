// Copies and launches over time: one row per stream, below it one row per engine of the GPU, and whether the times are measured.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

[[nodiscard]] DrawList transfers_figure(const session::TransferFrame& frame, Size size, const Style& style);

} // namespace warpstage::views
