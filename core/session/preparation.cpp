#include "core/session/preparation.h"

#include "core/problem/problem.h"

#include <chrono>

namespace warpstage::session {

namespace {

// A change of size shorter than this happens between two frames and nobody sees it.
constexpr std::chrono::milliseconds kMoment { 100 };

} // namespace

bool Preparation::ready(const Wanted& wanted)
{
    if (!m_making.valid()) {
        if (wanted == m_wanted)
            return true;
        m_wanted = wanted;
        // An error is told when the plan itself is made; the problem keeps what it has made.
        m_making = std::async(std::launch::async, [wanted] {
            static_cast<void>(wanted.lesson->problem->plan(wanted.lesson->variants[wanted.variant], wanted.settings));
        });
        if (m_making.wait_for(kMoment) != std::future_status::ready)
            return false;
    } else if (m_making.wait_for(std::chrono::seconds { 0 }) != std::future_status::ready) {
        return false;
    }
    m_making.get();
    return wanted == m_wanted;
}

} // namespace warpstage::session
