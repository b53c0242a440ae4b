// The history of the selected memory cell.
#pragma once

#include "core/session/snapshot.h"

namespace warpstage::views {

// Which of the two views is shown in their common place.
[[nodiscard]] bool shows_history(const session::Snapshot& model);
[[nodiscard]] bool shows_warps(const session::Snapshot& model);

} // namespace warpstage::views
