// The space that the items of a picture take.
#pragma once

#include "app/draw/draw_list.h"

namespace warpstage::draw {

[[nodiscard]] Rect bounds_of(const Item& item);

// `tolerance`: points that `inner` may exceed `outer` on each side.
[[nodiscard]] bool inside(Rect inner, Rect outer, float tolerance);

// Removes the items and targets that are not inside the picture's size, by more than a point. For windows that are too small for
// what they should show.
void remove_outside(DrawList& picture);

} // namespace warpstage::draw
