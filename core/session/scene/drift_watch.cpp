#include "core/session/scene/drift_watch.h"

#include "core/base/verify.h"

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
    const auto drift = problem::drift_of(*m_start, found);
    m_view = DriftView { drift.energy, drift.momentum, answer->request->steps };
}

void DriftWatch::forget()
{
    m_adding.cancel();
    m_start.reset();
    m_view.reset();
}

} // namespace warpstage::session
