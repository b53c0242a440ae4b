#include "app/stage/render/frame_time.h"

#include <ctime>

namespace warpstage::stage {

std::chrono::nanoseconds thread_time()
{
    timespec time {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

Seconds FrameClock::begin_frame(Time now)
{
    using std::chrono_literals::operator""s;

    const Seconds elapsed = m_last ? Seconds(now - *m_last) : Seconds(0);
    m_last = now;
    if (!m_counting_since)
        m_counting_since = now;
    else
        ++m_counted;
    const Seconds counted = now - *m_counting_since;
    if (counted >= 0.5s) {
        m_shown = std::round(static_cast<float>(m_counted) / counted.count());
        m_counting_since = now;
        m_counted = 0;
    }
    return std::clamp(elapsed, Seconds(0), Seconds(0.1F));
}

void FrameProfile::begin_frame()
{
    constexpr std::size_t kMaxFrames = 240; // four seconds
    m_frames.emplace_back();
    if (m_frames.size() > kMaxFrames)
        m_frames.pop_front();
}

void FrameProfile::add(Part part, std::chrono::nanoseconds time)
{
    if (!m_frames.empty())
        m_frames.back().*part += time;
}

} // namespace warpstage::stage
