// Instructions and memory requests of a whole time step of the current and of the compared variant.
#pragma once

#include "core/analysis/step/step_traffic.h"

#include <cstdint>
#include <memory>
#include <string>

namespace warpstage::session {

struct StepCount {
    enum class State : std::uint8_t {
        none, // not requested, or the variant runs no kernel
        pending,
        ready,
        impossible,
    };
    State state = State::none;
    std::shared_ptr<const analysis::StepTraffic> traffic; // null unless ready
    std::string reason; // why counting is not possible

    bool operator==(const StepCount&) const = default;
};

struct StepCountSection {
    bool requested = false; // false: not counted
    StepCount present;
    StepCount compared;

    bool operator==(const StepCountSection&) const = default;
};

} // namespace warpstage::session
