// Causes of the estimated time of the current variant's longest launch.
#pragma once

#include "core/timing/what_if/what_if.h"

#include <memory>
#include <string>

namespace warpstage::session {

struct WhySection {
    bool requested = false; // false: not computed
    std::shared_ptr<const timing::Why> why; // of the current variant; null: not yet available, or impossible
    std::string reason; // why there are no causes; empty: not known yet, or available

    bool operator==(const WhySection&) const = default;
};

} // namespace warpstage::session
