// Where the time of the last frames went: what this thread computed for the overlay, the scene and what both send to the GPU, and
// how long it then waited for the frame to be shown.
#pragma once

#include "app/views/timings/profile_figure.h"

#include <chrono>
#include <cstddef>
#include <deque>

namespace warpstage::stage {

class FrameProfile {
public:
    enum class Part : std::uint8_t { overlay, scene, upload, wait };

    void begin_frame();
    // Adds to a part of the frame that has begun.
    void add(Part part, std::chrono::nanoseconds time);
    void add_views(std::size_t built)
    {
        if (!m_frames.empty())
            m_frames.back().views += built;
    }
    [[nodiscard]] const std::deque<views::ProfiledFrame>& frames() const { return m_frames; }

private:
    std::deque<views::ProfiledFrame> m_frames; // oldest first
};

} // namespace warpstage::stage
