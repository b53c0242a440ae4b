// Time from frame to frame, and frames per second as a presenter can read them.
#pragma once

#include "app/stage/scene/easing.h"

#include <chrono>
#include <optional>

namespace warpstage::stage {

class FrameClock {
public:
    using Time = std::chrono::steady_clock::time_point;

    // A frame begins. How long the one before took, at most 0.1 s: after a pause of the whole program nothing leaps.
    Seconds begin_frame(Time now);
    // Changes twice a second at most, so that the figure can be read and the overlay need not be made anew for it.
    [[nodiscard]] float frames_per_second() const { return m_shown; }

private:
    std::optional<Time> m_last;
    std::optional<Time> m_counting_since;
    int m_counted = 0;
    float m_shown = 0.0F;
};

} // namespace warpstage::stage
