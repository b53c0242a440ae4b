// How bodies look, whoever draws them: how large and bright they are, where in the picture, what their colors mean.
#pragma once

#include "app/stage/gl/objects.h"
#include "app/stage/scene/camera.h"
#include "app/views/scenes/scene_words.h"
#include "core/session/snapshot.h"

namespace warpstage::stage {

using views::Coloring;

using Rgb = std::array<float, 3>; // 0..1

// As light; ink is described by what it absorbs.
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

// Many bodies are drawn smaller and dimmer, so that the whole stays a cloud and not a blot. `magnification` of the camera,
// `lines` of the window.
[[nodiscard]] SpriteLook sprite_for(std::size_t count, float magnification, int lines, const draw::Style& style);
// Of the place where a body was `age` places ago, of `places` that are kept: its light fades from place to place, so that a long
// trail costs no more attention than a short one.
[[nodiscard]] SpriteLook trail_sprite(const SpriteLook& body, std::size_t age, std::size_t places);

// When a trail gets its next place: the bodies have moved, and enough time has passed.
class TrailClock {
public:
    // `serial` as of ParticleFrame.
    [[nodiscard]] bool due(std::uint64_t serial, Seconds elapsed);
    void restart() { *this = {}; }

private:
    std::optional<std::uint64_t> m_serial; // of the last place
    Seconds m_since { 0 };
};

// The bodies in a framebuffer.
struct ParticleView {
    GLuint framebuffer = 0;
    gl::PixelSize size; // of the framebuffer
    draw::Rect visible; // part of it that shows the scene
    Projection projection;
    float magnification = 1.0F; // of the camera: sprites grow with its root
    float speed = 1.0F; // end of the color scale
    std::optional<Camera::Axes> axes {}; // of bodies in space
    float radius = 1.0F; // of the world
    Coloring coloring = Coloring::speed; // nothing else where the host computes
    std::uint32_t threads = 0; // of a block; 0: the host computes
    std::uint32_t bodies_per_thread = 1;
    std::optional<std::uint64_t> recorded_block {};

    [[nodiscard]] std::size_t bodies_per_block() const
    {
        return std::max<std::size_t>(1, std::size_t { threads } * bodies_per_thread);
    }
    // How much nearer to the eye a body is, per unit of the world; 0 in the plane.
    [[nodiscard]] float nearness() const
    {
        constexpr float kEyeDistance = 2.8F; // radii of the world
        return axes ? 1.0F / (kEyeDistance * std::max(radius, 1e-20F)) : 0.0F;
    }
    bool operator==(const ParticleView&) const = default;
};

using WorldPlace = std::array<float, 3>;

// Where a body of the world is drawn, as shaders/particles.vert has it. In the header because it is done for each body of each
// frame.
class BodyProjection {
public:
    struct Place {
        draw::Point at; // in pixels from the top left of the view
        float depth = 1.0F; // 1 in the middle of the world, less towards the eye
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

// The place in the world of a body that is on the host; nothing where there are fewer.
[[nodiscard]] std::optional<WorldPlace> body_of(const session::ParticleFrame& frame, std::size_t index);

} // namespace warpstage::stage
