// Frame times, and the CPU time of the parts of the last frames.
#pragma once

#include "app/stage/standard.h"
#include "app/views/scenes/easing.h"
#include "app/views/timings/profile_figure.h"

namespace warpstage::stage {

using views::Seconds;

// CPU time of the calling thread. Unlike wall-clock time it excludes other programs.
[[nodiscard]] std::chrono::nanoseconds thread_time();

class FrameClock {
public:
    using Time = std::chrono::steady_clock::time_point;

    // Begins a frame. Returns the duration of the previous one, at most 0.1 s, so that nothing jumps after a pause of the
    // program.
    Seconds begin_frame(Time now);
    // Updated at most twice per second, so that the number is readable and the overlay is not rebuilt for it.
    [[nodiscard]] float frames_per_second() const { return m_shown; }

private:
    std::optional<Time> m_last;
    std::optional<Time> m_counting_since;
    int m_counted = 0;
    float m_shown = 0.0F;
};

// CPU time of this thread for the overlay, the scene and their uploads, and the waiting time until the frame is shown.
class FrameProfile {
public:
    using Frame = views::ProfiledFrame;
    using Part = std::chrono::nanoseconds Frame::*;

    void begin_frame();
    // Adds to a part of the current frame.
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
