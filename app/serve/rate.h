// A limit for what clients may try.
#pragma once

#include <algorithm>
#include <chrono>
#include <mutex>

namespace warpstage::serve {

// A number of attempts per second, for all clients together.
class Rate {
public:
    explicit Rate(double per_second)
        : m_per_second(per_second)
        , m_left(per_second)
    {
    }

    [[nodiscard]] bool allows()
    {
        const std::scoped_lock lock(m_mutex);
        const auto now = std::chrono::steady_clock::now();
        m_left = std::min(m_per_second, m_left + m_per_second * std::chrono::duration<double>(now - m_last).count());
        m_last = now;
        if (m_left < 1.0)
            return false;
        m_left -= 1.0;
        return true;
    }

private:
    double m_per_second;
    double m_left;
    std::chrono::steady_clock::time_point m_last = std::chrono::steady_clock::now();
    std::mutex m_mutex;
};

} // namespace warpstage::serve
