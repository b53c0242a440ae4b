// Which part of the world the scene shows: pan, zoom, and both eased.
#pragma once

#include "app/figure/draw_list.h"
#include "app/stage/scene/easing.h"

namespace warpstage::stage {

// pixel = origin + world · pixels_per_unit, with y upwards in the world.
struct Projection {
    figure::Point origin; // where the world's (0, 0) stands, in pixels from the top left
    float pixels_per_unit = 1.0F;
};

class Camera {
public:
    // By pixels; at once, as the picture hangs on the pointer.
    void pan(figure::Point by);
    // Steps of a wheel or a key, positive: nearer. What stands at `fixed` (pixels from the middle of the scene) stays there.
    void zoom(float steps, figure::Point fixed);
    void reset();

    void advance(Seconds elapsed);
    // A region of `radius` around the world's origin fills `scene` when nothing is panned or zoomed.
    [[nodiscard]] Projection projection(figure::Rect scene, float radius) const;
    [[nodiscard]] float magnification() const { return m_shown.zoom; }

private:
    struct View {
        figure::Point offset; // of the world's origin from the middle of the scene, in pixels
        float zoom = 1.0F;
    };
    View m_shown;
    View m_wanted;
};

} // namespace warpstage::stage
