#include "core/session/drift_watch.h"

#include "core/base/verify.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace warpstage::session {

void DriftWatch::look_at(problem::Bodies bodies, std::uint64_t steps, Urgency urgency)
{
    VERIFY(idle());
    m_running = std::async(std::launch::async, [bodies = std::move(bodies), steps, urgency, generation = m_generation] {
        compute_with(urgency);
        return Found { problem::conserved_of(bodies), steps, generation };
    });
}

void DriftWatch::collect()
{
    if (!m_running.valid() || m_running.wait_for(std::chrono::seconds { 0 }) != std::future_status::ready)
        return;
    const auto found = m_running.get();
    if (found.generation != m_generation)
        return;
    if (!m_start) {
        m_start = found.conserved;
        return;
    }
    constexpr double kSmallest = 1e-300;
    m_view = DriftView { std::abs(found.conserved.energy - m_start->energy) / std::max(std::abs(m_start->energy), kSmallest),
        std::hypot(found.conserved.momentum_x - m_start->momentum_x, found.conserved.momentum_y - m_start->momentum_y)
            / std::max(m_start->speeds, kSmallest),
        found.steps };
}

void DriftWatch::wait()
{
    if (m_running.valid())
        m_running.wait();
}

void DriftWatch::forget()
{
    ++m_generation;
    m_start.reset();
    m_view.reset();
}

} // namespace warpstage::session
