// A run that was recorded earlier, possibly on another computer, shown instead of a new one.
#pragma once

#include "core/problem/parameter.h"
#include "core/session/snapshot.h"

#include <memory>
#include <string>
#include <vector>

namespace warpstage::session {

struct Replay {
    std::string lesson; // id
    std::string variant; // id
    problem::Settings settings;
    std::shared_ptr<const Recording> recording; // of that variant; null: none

    struct Times {
        std::string variant; // id
        TimingSummary timing;
        std::vector<WorkView> works; // of the variant above, else empty
    };
    std::vector<Times> times;
    TimingOrigin origin; // origin of recording and times
    // The lesson with the kernels of the recording and the times, which may differ from the installed lesson; null: unknown.
    std::shared_ptr<const lesson::Lesson> kernels;
};

} // namespace warpstage::session
