#include "core/session/scene/drift_watch.h"

#include "core/base/verify.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpstage::session {

DriftWatch::DriftWatch()
    : m_adding([](const State& state, auto&) { return problem::conserved_of(state.bodies); })
{
}

void DriftWatch::look_at(problem::Bodies bodies, std::uint64_t steps, Urgency urgency)
{
    VERIFY(idle());
    m_adding.request({ std::move(bodies), steps }, urgency);
}

void DriftWatch::collect()
{
    const auto answer = m_adding.take();
    if (!answer)
        return;
    const auto& found = answer->result;
    if (!m_start) {
        m_start = found;
        return;
    }
    constexpr double kSmallest = 1e-300;
    m_view = DriftView { std::abs(found.energy - m_start->energy) / std::max(std::abs(m_start->energy), kSmallest),
        std::hypot(found.momentum_x - m_start->momentum_x, found.momentum_y - m_start->momentum_y)
            / std::max(m_start->speeds, kSmallest),
        answer->request->steps };
}

void DriftWatch::forget()
{
    m_adding.cancel();
    m_start.reset();
    m_view.reset();
}

} // namespace warpstage::session
