// Requests that the simulation of a multiprocessor does not reach: those behind the recorded steps of a block, and those of
// blocks that run when it ends. Caches count them.
#pragma once

#include "core/timing/memory_path.h"
#include "core/timing/sm_warp.h"

#include <span>

namespace warpstage::timing {

struct CountedRequests {
    MemoryPath& path;
    const MachineCode& code;
    std::size_t streams = 1; // that the blocks run in turn

    void add(const Resident& resident, const MemoryUse& use) const;
    void add_behind(const Resident& resident) const; // in turns of the warps, as they run at the same time
    // What live warps still request, in turns. Their steps are used up.
    void add_rest(std::span<Warp> warps, std::span<const Resident> places) const;
};

} // namespace warpstage::timing
