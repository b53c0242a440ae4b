// Buttons of a bar that replace keys on a touch screen.
#pragma once

#include "app/views/frame/panel.h"
#include "core/session/snapshot.h"

namespace warpstage::views {

inline constexpr float kTouchButton = 48.0F; // width at scale 1

// Pause, then the list of all commands, side by side.
void draw_touch_buttons(Canvas& canvas, const session::Snapshot& model, Rect rect);

} // namespace warpstage::views
