// Two variants at work beside each other: their tiles on the way, or their shared memory, each from its own recorded run.
#pragma once

#include "app/draw/draw_list.h"
#include "app/draw/style.h"
#include "app/views/drawing.h"
#include "core/session/snapshot.h"

namespace warpstage::views {

// Both runs are told and there is something to see of them.
[[nodiscard]] bool has_compared_scenes(const session::Snapshot& snapshot);
// The compared variant on the left, the present one on the right.
[[nodiscard]] DrawList compared_scenes(const session::Snapshot& snapshot, Size size, const Style& style);

} // namespace warpstage::views
