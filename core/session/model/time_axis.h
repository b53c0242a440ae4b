// The axis on which the times of all variants are shown: it stays while the lesson is open.
#pragma once

#include "core/session/model/estimates.h"
#include "core/session/model/setup.h"
#include "core/session/model/timing.h"

#include <chrono>
#include <string>

namespace warpstage::session {

// Grows with the times that appear and never shrinks, so that bars of one lesson can be compared at any time.
struct TimeAxis {
    std::string lesson; // its id
    std::chrono::nanoseconds shortest { 0 }; // 0: no time is known yet
    std::chrono::nanoseconds longest { 0 };

    void include(std::chrono::nanoseconds time);
    bool operator==(const TimeAxis&) const = default;
};

// The axis after these times. Another lesson begins a new axis; variants that are wrong have no time.
[[nodiscard]] TimeAxis extended(
    TimeAxis axis, const SetupSection& setup, const TimingSection& timing, const EstimateSection& estimates);

} // namespace warpstage::session
