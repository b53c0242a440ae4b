#include "core/session/preparation.h"

#include "core/problem/problem.h"

#include <utility>

namespace warpstage::session {

namespace {

using std::chrono::milliseconds;

// A change shorter than this happens between two frames and nobody sees it.
constexpr milliseconds kMoment { 100 };
// A part of a frame.
constexpr milliseconds kGlance { 2 };

Preparation::Made made(const Preparation::Wanted& wanted)
{
    const problem::Variant& variant = wanted.lesson->variants[wanted.variant];
    auto plan = wanted.lesson->problem->plan(variant, wanted.settings);
    if (!plan)
        return plan.error();
    plan->variant = variant.id;
    return std::make_shared<const problem::Plan>(*std::move(plan));
}

} // namespace

bool Preparation::ready(const Wanted& wanted)
{
    // Patience is for the frame in which somebody begins to wait, also with what is made ahead for nobody.
    const bool asked_before = m_asked == wanted;
    m_asked = wanted;
    const milliseconds left = asked_before ? milliseconds { 0 } : kMoment;
    if (running() && wanted != m_wanted) {
        if (m_making.wait_for(left) != std::future_status::ready)
            return false;
        m_made = m_making.get();
    }
    const bool there = is_ready(wanted, Urgency::usual, kMoment);
    if (there)
        m_asked.reset();
    return there;
}

bool Preparation::ready_ahead(const Wanted& wanted, Urgency urgency)
{
    return is_ready(wanted, urgency, kGlance);
}

bool Preparation::is_ready(const Wanted& wanted, Urgency urgency, milliseconds patience)
{
    milliseconds left { 0 };
    if (!running()) {
        if (m_made && wanted == m_wanted)
            return true;
        m_wanted = wanted;
        m_made.reset();
        m_making = std::async(std::launch::async, [wanted, urgency] {
            compute_with(urgency);
            return made(wanted);
        });
        left = patience;
    }
    if (m_making.wait_for(left) != std::future_status::ready)
        return false;
    m_made = m_making.get();
    return wanted == m_wanted;
}

Preparation::Made Preparation::plan(const Wanted& wanted)
{
    if (wanted != m_wanted)
        return made(wanted);
    if (running())
        m_made = m_making.get();
    if (!m_made) {
        m_wanted = wanted;
        m_made = made(wanted);
    }
    return *m_made;
}

void Preparation::wait() const
{
    if (running())
        m_making.wait();
}

} // namespace warpstage::session
