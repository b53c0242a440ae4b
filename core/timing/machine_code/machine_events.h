// What lanes do in the machine code of a launch but not in its PTX: they take slow paths, and they pass through unrolled loops in
// turns.
#pragma once

#include "core/timing/machine_code/loop_turns.h"
#include "core/timing/machine_code/slow_paths.h"

namespace warpstage::timing {

struct MachineEvents {
    // All must outlive it.
    MachineEvents(const ptx::Listing& listing, const MachineCode& code, const arch::Traits& traits)
        : slow_paths(listing)
        , loops(listing, code, traits)
    {
    }

    // Whether there is something to count.
    [[nodiscard]] static bool concern(const ptx::Listing& listing, const MachineCode& code, const arch::Traits& traits)
    {
        return SlowPaths::concern(listing) || LoopTurns::concern(code, traits);
    }

    MachineEvents& operator+=(const MachineEvents& other)
    {
        slow_paths += other.slow_paths;
        loops += other.loops;
        return *this;
    }

    SlowPaths slow_paths;
    LoopTurns loops;
};

} // namespace warpstage::timing
