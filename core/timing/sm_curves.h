// Curves over the cycles of a modeled SM.
#pragma once

#include "core/timing/memory_path.h"
#include "core/timing/sm_run.h"

#include <vector>

namespace warpstage::timing {

// Fills in SmRun::issue_slots and bytes_in_flight from its spans and the requests in flight. `slots`: issue slots per cycle.
void fill_curves(SmRun& run, const std::vector<MemoryPath::Flight>& flights, double slots);

} // namespace warpstage::timing
