// Where a body of the world is drawn, as shaders/particles.vert has it. In the header because it is done for each body of each
// frame.
#pragma once

#include "app/draw/draw_list.h"
#include "app/stage/scene/particle_look.h"
#include "app/stage/scene/particles.h"

#include <algorithm>
#include <array>

namespace warpstage::stage {

using WorldPlace = std::array<float, 3>;

class BodyProjection {
public:
    struct Place {
        draw::Point at; // in pixels from the top left of the view
        float depth = 1.0F; // 1 in the middle of the world, less towards the eye
    };

    explicit BodyProjection(const ParticleScene::View& view)
        : m_projection(view.projection)
        , m_axes(view.axes.value_or(Camera::Axes {}))
        , m_nearness(view.axes ? 1.0F / (kEyeDistance * std::max(view.radius, 1e-20F)) : 0.0F)
    {
    }

    [[nodiscard]] Place of(const WorldPlace& body) const
    {
        const auto along = [&](const std::array<float, 3>& axis) {
            return axis[0] * body[0] + axis[1] * body[1] + axis[2] * body[2];
        };
        const float depth = std::clamp(1.0F - along(m_axes.towards) * m_nearness, 0.25F, 4.0F);
        const float scale = m_projection.pixels_per_unit / depth;
        return { { m_projection.origin.x + along(m_axes.right) * scale, m_projection.origin.y - along(m_axes.up) * scale },
            depth };
    }

private:
    Projection m_projection;
    Camera::Axes m_axes;
    float m_nearness; // 0 in the plane
};

} // namespace warpstage::stage
