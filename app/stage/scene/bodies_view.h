// The view of the bodies of a model, for windows and for the page of the web edition.
#pragma once

#include "app/stage/scene/particle_look.h"
#include "app/stage/scene/scene_control.h"

namespace warpstage::stage {

// The place of the scene, in a window or a page of this size in pixels.
struct BodiesPlace {
    draw::Rect scene;
    gl::PixelSize size;
    bool panels_shown = true; // with the legend below the bodies
};

// Without framebuffer. The visible part is the scene with its margin.
[[nodiscard]] ParticleView view_of_bodies(
    const session::Snapshot& model, const SceneChoices& choices, const BodiesPlace& place, const draw::Style& style);

} // namespace warpstage::stage
