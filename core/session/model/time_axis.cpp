#include "core/session/model/time_axis.h"

#include "core/session/model/shown_time.h"

#include <algorithm>

namespace warpstage::session {

void TimeAxis::include(std::chrono::nanoseconds time)
{
    if (time.count() <= 0)
        return;
    shortest = shortest.count() > 0 ? std::min(shortest, time) : time;
    longest = std::max(longest, time);
}

TimeAxis extended(TimeAxis axis, const SetupSection& setup, const TimingSection& timing, const EstimateSection& estimates)
{
    const std::string id = setup.lesson != nullptr ? setup.lesson->id : std::string {};
    if (axis.lesson != id)
        axis = { id, {}, {} };
    for (std::size_t i = 0; i < setup.variants.size(); ++i) {
        const ShownTime shown = shown_time(setup, timing, estimates, i);
        if (shown.kind != ShownTime::Kind::host || estimates.timed.empty()) // host code runs the shown problem, not the timed one
            axis.include(shown.time);
    }
    return axis;
}

} // namespace warpstage::session
