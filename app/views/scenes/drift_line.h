// "drift of energy 1.2e-05 of momentum 3.4e-08 after 1 234 steps": what moving bodies should keep, over their picture.
#pragma once

#include "app/draw/draw_list.h"
#include "app/draw/style.h"
#include "app/views/drawing.h"
#include "core/session/model/scene.h"

namespace warpstage::views {

[[nodiscard]] DrawList drift_line(const session::DriftView& drift, float width, const Style& style);

} // namespace warpstage::views
