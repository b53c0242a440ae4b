// How long loads wait for data that another block has requested from DRAM and that are on their way to L2 (hit on miss). Blocks
// that run at the same time often go through the same data one after another. If the first one waits for DRAM in each step, the
// ones behind it catch up with it, and then all of them wait.
#pragma once

#include "core/timing/launch_sample.h"
#include "core/timing/simulation.h"

#include <stop_token>

namespace warpstage::timing {

// Sets Region::wait of the request's regions. The first warps of the blocks of the grid, which are those of block 0, moved, are
// replayed with the latencies of L2 and DRAM, and with the pace of a simulation without such waits. No wait is set if blocks
// share nothing, and only the loads of chains are replayed: their addresses are loaded, too. The assembler can make other loads
// earlier. `resident`: blocks on the whole GPU.
void set_line_waits(
    SimulationRequest& request, const LaunchSample& sample, std::uint64_t resident, const std::stop_token& stop = {});

} // namespace warpstage::timing
