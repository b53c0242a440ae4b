// Marks around highlighted memory cells.
#pragma once

#include "app/views/drawing.h"
#include "core/session/snapshot.h"

namespace warpstage::views {

// Adds frames around the chosen cell and around the cells that the marked lanes (those of the session included) access with the
// shown instruction, in all grids of the list.
void mark_cells(DrawList& list, const session::Snapshot& model, LaneMask marked, const Style& style);

} // namespace warpstage::views
