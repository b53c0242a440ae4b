// Causes of the estimated time of the current variant's longest launch, and the advice that is being tried.
#pragma once

#include "core/lesson/lesson.h"
#include "core/problem/relaunched.h"
#include "core/timing/advice/edit.h"
#include "core/timing/what_if/what_if.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace warpstage::session {

// A piece of advice whose edit is applied to a copy of the kernels. They are adopted if their results are equal.
struct AdviceTrial {
    enum class State : std::uint8_t { running, applied, refused };

    State state = State::running;
    std::string advice; // its sentence
    std::vector<timing::ChangedLines> changes; // of the source
    std::string source; // the edited text, or the present one
    std::vector<problem::Relaunch> launches {}; // changed ones
    std::shared_ptr<const lesson::Lesson> before; // with the kernels before; never null
    std::shared_ptr<const timing::Why> why; // of these; never null
    double predicted = 0.0; // share of the launch's time that the advice gains
    std::chrono::nanoseconds measured { 0 }; // time step of the kernels before on a GPU; 0: not measured
    std::string refusal; // why the edit was not adopted
};

struct WhySection {
    bool requested = false; // false: not computed
    std::shared_ptr<const timing::Why> why; // of the current variant; null: not yet available, or impossible
    std::string reason; // why there are no causes; empty: not known yet, or available
    bool can_try = false; // whether edits can be compiled and tried here
    std::shared_ptr<const AdviceTrial> trial; // of the shown kernels; null: none
    std::chrono::nanoseconds measured { 0 }; // time step with the adopted edit on a GPU; 0: not measured

    bool operator==(const WhySection&) const = default;
};

} // namespace warpstage::session
