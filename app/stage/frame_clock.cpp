#include "app/stage/frame_clock.h"

#include <algorithm>
#include <cmath>

namespace warpstage::stage {

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

} // namespace warpstage::stage
