#include "app/stage/frame_profile.h"

namespace warpstage::stage {

namespace {

constexpr std::size_t kMostFrames = 240; // four seconds

} // namespace

void FrameProfile::begin_frame()
{
    m_frames.emplace_back();
    if (m_frames.size() > kMostFrames)
        m_frames.pop_front();
}

void FrameProfile::add(Part part, std::chrono::nanoseconds time)
{
    if (m_frames.empty())
        return;
    views::ProfiledFrame& frame = m_frames.back();
    switch (part) {
    case Part::overlay:
        frame.overlay += time;
        return;
    case Part::scene:
        frame.scene += time;
        return;
    case Part::upload:
        frame.upload += time;
        return;
    case Part::wait:
        frame.wait += time;
        return;
    }
}

} // namespace warpstage::stage
