// A run that was recorded earlier, perhaps on another computer, to be shown in place of a new one.
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
    std::shared_ptr<const Recording> recording; // of that variant; null: there was none

    struct Times {
        std::string variant; // id
        TimingSummary timing;
        std::vector<WorkView> works; // of the variant above; else empty
    };
    std::vector<Times> times;
    TimingOrigin origin; // of recording and times
    // The lesson with the kernels that recording and times are of, whatever the installed lesson holds now; null: not known.
    std::shared_ptr<const lesson::Lesson> kernels;
};

} // namespace warpstage::session
