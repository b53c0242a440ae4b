// The camera of the scene: eased pan and zoom, and the viewing direction of 3-D worlds.
#pragma once

#include "app/stage/standard.h"
#include "app/views/scenes/easing.h"

namespace warpstage::stage {

using views::Seconds;

// pixel = origin + world · pixels_per_unit, with y upward in the world.
struct Projection {
    draw::Point origin; // position of the world's (0, 0), in pixels from the top left
    float pixels_per_unit = 1.0F;

    bool operator==(const Projection&) const = default;
};

class Camera {
public:
    // Pans by pixels, not eased, because the scene follows the pointer.
    void pan(draw::Point by);
    // Zooms by steps of a wheel or a key; positive: closer. The point `fixed` (pixels from the center of the scene) does not
    // move.
    void zoom(float steps, draw::Point fixed);
    void reset();
    // Resets pan and zoom.
    [[nodiscard]] bool at_rest() const;
    // Rotates around the world's origin, by pixels, not eased. Stops the automatic rotation.
    void orbit(draw::Point by);
    // A 3-D world rotates slowly to show its depth, until the user orbits it.
    void turn_slowly(Seconds elapsed);

    // The image axes in the world, each of length 1.
    struct Axes {
        std::array<float, 3> right { 1, 0, 0 };
        std::array<float, 3> up { 0, 1, 0 };
        std::array<float, 3> towards { 0, 0, 1 }; // the eye

        bool operator==(const Axes&) const = default;
    };
    [[nodiscard]] Axes axes() const;

    void advance(Seconds elapsed);
    // A region of `radius` around the world's origin fills `scene` without pan and zoom.
    [[nodiscard]] Projection projection(draw::Rect scene, float radius) const;
    [[nodiscard]] float magnification() const { return m_shown.zoom; }

private:
    struct View {
        draw::Point offset; // offset of the world's origin from the center of the scene, in pixels
        float zoom = 1.0F;
    };
    View m_shown;
    View m_wanted;
    float m_angle = 0.0F; // radians, of the world around its z axis
    float m_tilt = 0.95F; // tilt of the z axis away from the eye, so that a disk is not seen edge-on
    bool m_orbited = false;
};

} // namespace warpstage::stage
