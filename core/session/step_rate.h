// How many steps a second the engine really finishes, smoothed over about a second.
#pragma once

#include <chrono>
#include <deque>

namespace warpstage::session {

class StepRate {
public:
    using Time = std::chrono::steady_clock::time_point;

    void step_finished(Time now)
    {
        m_times.push_back(now);
        while (m_times.size() > 2 && now - m_times.front() > std::chrono::seconds(1))
            m_times.pop_front();
    }

    void clear() { m_times.clear(); }

    [[nodiscard]] double per_second() const
    {
        if (m_times.size() < 2)
            return 0.0;
        const std::chrono::duration<double> span = m_times.back() - m_times.front();
        return span.count() > 0.0 ? static_cast<double>(m_times.size() - 1) / span.count() : 0.0;
    }

private:
    std::deque<Time> m_times;
};

} // namespace warpstage::session
