// The body whose place or speed a refused kernel computed wrongly first, where it is drawn.
#pragma once

#include "app/draw/draw_list.h"
#include "app/draw/style.h"
#include "app/stage/scene/body_projection.h"
#include "app/stage/scene/particle_buffers.h"
#include "app/stage/scene/particles.h"
#include "core/session/snapshot.h"

#include <cstddef>
#include <optional>

namespace warpstage::stage {

// A body's place in the world. Nothing where there are fewer bodies, or none of this frame.
[[nodiscard]] std::optional<WorldPlace> body_of(const session::ParticleFrame& frame, std::size_t index); // which is on the host
[[nodiscard]] std::optional<WorldPlace> body_of(const ParticleBuffers& bodies, std::size_t index); // wherever they were filled

// A mark around the body and words beside it, within `scene`.
[[nodiscard]] draw::DrawList wrong_body_picture(const session::WrongElement& element, const std::optional<WorldPlace>& body,
    const ParticleScene::View& view, draw::Rect scene, const draw::Style& style);

} // namespace warpstage::stage
