// The time of the current variant as a line of JSON with lesson, variant, parameters and device, for comparison with `warpstage
// bench`.
#pragma once

#include "core/session/snapshot.h"

#include <string>

namespace warpstage::stage {

// Without a line break. `samples` is 0 for a variant without a time.
[[nodiscard]] std::string timings_line(const session::Snapshot& snapshot);

} // namespace warpstage::stage
