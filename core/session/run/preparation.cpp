#include "core/session/run/preparation.h"

#include "core/problem/problem.h"

#include <utility>

namespace warpstage::session {

namespace {

using std::chrono::milliseconds;

// A delay shorter than this is not noticed.
constexpr milliseconds kMaxInputWait { 100 };
// A fraction of a frame.
constexpr milliseconds kShortWait { 2 };

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

Preparation::Preparation()
    : m_making([](const Wanted& wanted, auto&) { return made(wanted); })
{
}

bool Preparation::ready(const Wanted& wanted)
{
    // Only the first request waits; repeated requests return immediately, also if the input is already being generated ahead.
    const bool requested_before = m_requested == wanted;
    m_requested = wanted;
    request(wanted, Urgency::usual);
    const bool there = arrives_within(requested_before ? milliseconds { 0 } : kMaxInputWait);
    if (there)
        m_requested.reset();
    return there;
}

bool Preparation::ready_ahead(const Wanted& wanted, Urgency urgency)
{
    // One at a time: several requests ahead of need would otherwise replace each other forever.
    if (wanted != m_wanted && !arrives_within(milliseconds { 0 }) && running())
        return false;
    const bool begins = !running();
    request(wanted, urgency);
    return arrives_within(begins ? kShortWait : milliseconds { 0 });
}

void Preparation::request(const Wanted& wanted, Urgency urgency)
{
    if (wanted == m_wanted && (m_made || running()))
        return;
    m_wanted = wanted;
    m_made.reset();
    m_making.request(wanted, urgency);
}

bool Preparation::arrives_within(milliseconds longest)
{
    m_making.wait_for(longest);
    if (auto answer = m_making.take())
        m_made = std::move(answer->result);
    return m_made.has_value();
}

Preparation::Made Preparation::plan(const Wanted& wanted)
{
    if (wanted != m_wanted)
        return made(wanted);
    wait();
    if (!arrives_within(milliseconds { 0 }))
        m_made = made(wanted);
    return *m_made;
}

} // namespace warpstage::session
