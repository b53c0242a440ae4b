// The time of the present variant as a line of JSON, with what it is a time of: for a program that compares it with `warpstage
// bench`.
#pragma once

#include "core/session/snapshot.h"

#include <string>

namespace warpstage::stage {

// Without a line break. Of a variant without a time, `samples` is 0.
[[nodiscard]] std::string timings_line(const session::Snapshot& snapshot);

} // namespace warpstage::stage
