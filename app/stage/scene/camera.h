// Which part of the world the scene shows: pan and zoom, both eased, and from where a world in space is seen.
#pragma once

#include "app/stage/standard.h"
#include "app/views/scenes/easing.h"

namespace warpstage::stage {

using views::Seconds;

// pixel = origin + world · pixels_per_unit, with y upwards in the world.
struct Projection {
    draw::Point origin; // where the world's (0, 0) stands, in pixels from the top left
    float pixels_per_unit = 1.0F;

    bool operator==(const Projection&) const = default;
};

class Camera {
public:
    // By pixels; at once, as the picture hangs on the pointer.
    void pan(draw::Point by);
    // Steps of a wheel or a key, positive: nearer. What stands at `fixed` (pixels from the middle of the scene) stays there.
    void zoom(float steps, draw::Point fixed);
    void reset();
    // As at the start: neither panned nor zoomed.
    [[nodiscard]] bool at_rest() const;
    // Around the world's origin, by pixels; at once. From then on the world stands still.
    void orbit(draw::Point by);
    // A world in space turns slowly by itself, which shows its depth best, until somebody orbits it.
    void turn_slowly(Seconds elapsed);

    // Axes of the picture in the world, each of length 1.
    struct Axes {
        std::array<float, 3> right { 1, 0, 0 };
        std::array<float, 3> up { 0, 1, 0 };
        std::array<float, 3> towards { 0, 0, 1 }; // the eye

        bool operator==(const Axes&) const = default;
    };
    [[nodiscard]] Axes axes() const;

    void advance(Seconds elapsed);
    // A region of `radius` around the world's origin fills `scene` when nothing is panned or zoomed.
    [[nodiscard]] Projection projection(draw::Rect scene, float radius) const;
    [[nodiscard]] float magnification() const { return m_shown.zoom; }

private:
    struct View {
        draw::Point offset; // of the world's origin from the middle of the scene, in pixels
        float zoom = 1.0F;
    };
    View m_shown;
    View m_wanted;
    float m_angle = 0.0F; // radians, of the world around its z axis
    float m_tilt = 0.95F; // of its z axis away from the eye: a disk is seen from above, and not as a line
    bool m_orbited = false;
};

} // namespace warpstage::stage
