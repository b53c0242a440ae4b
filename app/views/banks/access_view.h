// The chosen memory access, as banks or as sectors.
#pragma once

#include "app/views/drawing.h"
#include "core/session/snapshot.h"

namespace warpstage::views {

// Which of the three views is shown in their common place.
[[nodiscard]] bool shows_partitions(const session::Snapshot& model);
[[nodiscard]] bool shows_banks(const session::Snapshot& model);
[[nodiscard]] bool shows_sectors(const session::Snapshot& model);

// Without the panel around it.
[[nodiscard]] DrawList access_figure(const session::Snapshot& model, LaneMask marked, Size size, const Style& style);

} // namespace warpstage::views
