// The appearance of bodies, common to both renderers: size, brightness, position, color.
#pragma once

#include "app/stage/gl/pixels.h"
#include "app/stage/scene/camera.h"
#include "app/views/scenes/scene_words.h"
#include "core/session/snapshot.h"

namespace warpstage::stage {

using views::Coloring;

using Rgb = std::array<float, 3>; // 0..1

// As light; on a light background, the light that is absorbed.
template <std::size_t count>
[[nodiscard]] std::array<Rgb, count> light_of(const std::array<draw::Color, count>& colors, draw::Theme theme)
{
    std::array<Rgb, count> light {};
    for (std::size_t i = 0; i < count; ++i) {
        light.at(i) = gl::channels(colors.at(i));
        if (!draw::is_dark(theme))
            for (float& channel : light.at(i))
                channel = 1.0F - channel;
    }
    return light;
}

struct SpriteLook {
    float diameter = 8.0F; // pixels
    float intensity = 1.0F;
};

// Many bodies are drawn smaller and dimmer, so that the cloud stays transparent. `magnification` of the camera, `lines` of the
// window.
[[nodiscard]] SpriteLook sprite_for(std::size_t count, float magnification, int lines, const draw::Style& style);
// The look of a trail's position, `age` positions ago out of `places`: the light fades along the trail, so that a long trail is
// not more prominent than a short one.
[[nodiscard]] SpriteLook trail_sprite(const SpriteLook& body, std::size_t age, std::size_t places);

// Decides when a trail gets its next position: the bodies have moved and enough time has passed.
class TrailClock {
public:
    // `serial`: that of ParticleFrame.
    [[nodiscard]] bool due(std::uint64_t serial, Seconds elapsed);
    void restart() { *this = {}; }

private:
    std::optional<std::uint64_t> m_serial; // of the last position
    Seconds m_since { 0 };
};

// The view of the bodies in a framebuffer.
struct ParticleView {
    unsigned framebuffer = 0; // name in OpenGL
    gl::PixelSize size; // of the framebuffer
    draw::Rect visible; // part of it that shows the scene
    Projection projection;
    float magnification = 1.0F; // of the camera: sprites grow with its square root
    float speed = 1.0F; // end of the color scale
    std::optional<Camera::Axes> axes {}; // of bodies in space
    float radius = 1.0F; // of the world
    Coloring coloring = Coloring::speed; // other colorings need kernels
    std::uint32_t threads = 0; // threads per block; 0: computed by the host
    std::uint32_t bodies_per_thread = 1;
    std::optional<std::uint64_t> recorded_block {};

    [[nodiscard]] std::size_t bodies_per_block() const
    {
        return std::max<std::size_t>(1, std::size_t { threads } * bodies_per_thread);
    }
    // Perspective: reduction of the distance to the eye per unit of the world; 0 in the plane.
    [[nodiscard]] float nearness() const
    {
        constexpr float kEyeDistance = 2.8F; // radii of the world
        return axes ? 1.0F / (kEyeDistance * std::max(radius, 1e-20F)) : 0.0F;
    }
    bool operator==(const ParticleView&) const = default;
};

using WorldPlace = std::array<float, 3>;

// The projected position of a body, as in shaders/particles.vert. In the header because it is computed for each body in each
// frame.
class BodyProjection {
public:
    struct Place {
        draw::Point at; // in pixels from the top left of the view
        float depth = 1.0F; // 1 at the center of the world, less toward the eye
    };

    explicit BodyProjection(const ParticleView& view)
        : m_projection(view.projection)
        , m_axes(view.axes.value_or(Camera::Axes {}))
        , m_nearness(view.nearness())
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
    float m_nearness;
};

// The world position of a body on the host; nothing if the index is out of range.
[[nodiscard]] std::optional<WorldPlace> body_of(const session::ParticleFrame& frame, std::size_t index);

} // namespace warpstage::stage
