// Which barriers separate accesses that must not be exchanged.
#pragma once

#include "core/timing/what_if/cause.h"

namespace warpstage::timing {

// How many of the executions of this line's barriers (0 to 1) separate nothing, in the sampled blocks: neither a write to shared
// or global memory before from an access to the same memory after it, nor the other way round. Before and after: up to another
// barrier, or to an execution of this one that is needed. 0: the kernel copies asynchronously, or some warps synchronize apart
// from others.
[[nodiscard]] double separate_nothing(const Cause& barrier, const Scenario& scenario);

} // namespace warpstage::timing
