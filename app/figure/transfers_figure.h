// Copies and launches over time: a row for each stream, below it a row for each engine of the GPU, and whether anybody measured
// it.
#pragma once

#include "app/figure/draw_list.h"
#include "app/figure/style.h"
#include "core/session/snapshot.h"

namespace warpstage::figure {

[[nodiscard]] DrawList transfers_figure(const session::TransferFrame& frame, Size size, const Style& style);

} // namespace warpstage::figure
