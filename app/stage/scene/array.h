// The recorded block's shared memory as bars, eased from one step of the playback to the next. A picture as data: the painter
// paints it.
#pragma once

#include "app/figure/draw_list.h"
#include "app/figure/style.h"
#include "app/stage/scene/easing.h"
#include "core/session/snapshot.h"

#include <vector>

namespace warpstage::stage {

class ArrayScene {
public:
    // Towards the values of `frame`. Another number of elements is shown at once.
    void advance(const session::ArrayFrame& frame, Seconds elapsed);
    // Still on the way: the picture changes without a new snapshot.
    [[nodiscard]] bool moving() const { return m_moving; }

    [[nodiscard]] figure::DrawList picture(
        const session::ArrayFrame& frame, figure::Rect scene, const figure::Style& style) const;

private:
    std::vector<float> m_heights; // logarithms of the values
    float m_highest = 1.0F;
    float m_lowest = 0.0F; // below the zero line
    bool m_moving = false;
};

} // namespace warpstage::stage
