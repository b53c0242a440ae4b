// Marks around cells of memory that stand out.
#pragma once

#include "app/views/drawing.h"
#include "core/session/snapshot.h"

namespace warpstage::views {

// Adds frames around the cell that is chosen and around those that the marked lanes, the session's own among them, access with
// the instruction that is shown, in all grids of the list.
void mark_cells(DrawList& list, const session::Snapshot& model, LaneMask marked, const Style& style);

} // namespace warpstage::views
