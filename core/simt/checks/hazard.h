// Traps of a checked run and their messages: kinds and order of facts follow compute-sanitizer.
#pragma once

#include "core/simt/checks/global_races.h"
#include "core/simt/checks/shared_races.h"
#include "core/simt/faults/fault.h"
#include "core/simt/run/block.h"
#include "core/simt/trap.h"

#include <cstdint>

namespace warpstage::simt {

// `byte`: the first uninitialized byte, an offset in the block's shared memory.
[[nodiscard]] Trap uninitialized_shared_trap(
    const Block& block, const FaultPlace& place, const Access& access, std::uint64_t byte);
// `byte`: an offset in the buffer.
[[nodiscard]] Trap uninitialized_global_trap(
    const Block& block, const FaultPlace& place, const Access& access, const DeviceMemory::Region& region, std::uint64_t byte);
[[nodiscard]] Trap shared_race_trap(const Block& block, const SharedConflict& conflict);
[[nodiscard]] Trap global_race_trap(const Block& block, const GlobalConflict& conflict, const DeviceMemory::Region& region);

} // namespace warpstage::simt
