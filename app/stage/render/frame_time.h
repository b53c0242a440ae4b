// Time from frame to frame, and where the time of the last frames went.
#pragma once

#include "app/stage/standard.h"
#include "app/views/scenes/easing.h"
#include "app/views/timings/profile_figure.h"

namespace warpstage::stage {

using views::Seconds;

// How long the calling thread has computed. Unlike a wall clock it does not count what other programs took meanwhile.
[[nodiscard]] std::chrono::nanoseconds thread_time();

class FrameClock {
public:
    using Time = std::chrono::steady_clock::time_point;

    // A frame begins. How long the one before took, at most 0.1 s: after a pause of the whole program nothing leaps.
    Seconds begin_frame(Time now);
    // Changes at most twice per second, so that the figure can be read and the overlay need not be composed again for it.
    [[nodiscard]] float frames_per_second() const { return m_shown; }

private:
    std::optional<Time> m_last;
    std::optional<Time> m_counting_since;
    int m_counted = 0;
    float m_shown = 0.0F;
};

// What this thread computed for the overlay, the scene and what both send to the GPU, and how long it then waited for the frame
// to be shown.
class FrameProfile {
public:
    using Frame = views::ProfiledFrame;
    using Part = std::chrono::nanoseconds Frame::*;

    void begin_frame();
    // Adds to a part of the frame that has begun.
    void add(Part part, std::chrono::nanoseconds time);
    void add_views(std::size_t built)
    {
        if (!m_frames.empty())
            m_frames.back().views += built;
    }
    [[nodiscard]] const std::deque<Frame>& frames() const { return m_frames; }

private:
    std::deque<Frame> m_frames; // oldest first
};

} // namespace warpstage::stage
