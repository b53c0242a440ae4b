// Whether a hazard can be shown.
#pragma once

#include "core/analysis/recording/hazard_playback.h"
#include "core/session/snapshot.h"

namespace warpstage::session {

// The run of the current or of the compared variant ended with a hazard; the other one may be its repair.
[[nodiscard]] inline bool has_hazard_scene(const Snapshot& snapshot)
{
    const Recording* present = snapshot.run->recording.get();
    const Recording* other = snapshot.run->compared ? snapshot.run->compared->recording.get() : nullptr;
    if (present == nullptr)
        return false;
    return analysis::has_hazard(*present)
        || (other != nullptr && analysis::has_hazard(*other) && analysis::repair_of(*present, *other).has_value());
}

} // namespace warpstage::session
