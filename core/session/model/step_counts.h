// What a whole time step executes and requests: of the present variant and of the one beside which it is shown.
#pragma once

#include "core/analysis/step/step_traffic.h"

#include <cstdint>
#include <memory>
#include <string>

namespace warpstage::session {

struct StepCount {
    enum class State : std::uint8_t {
        none, // nobody has asked, or the variant runs no kernel
        pending,
        ready,
        impossible,
    };
    State state = State::none;
    std::shared_ptr<const analysis::StepTraffic> traffic; // null unless ready
    std::string reason; // why counting is impossible

    bool operator==(const StepCount&) const = default;
};

struct StepCountSection {
    bool requested = false; // else nothing is counted
    StepCount present;
    StepCount compared;

    bool operator==(const StepCountSection&) const = default;
};

} // namespace warpstage::session
