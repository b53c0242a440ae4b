// Traps of a checked run and their messages: kinds and order of facts follow compute-sanitizer.
#pragma once

#include "core/simt/checks/barriers/skipped_barriers.h"
#include "core/simt/checks/code/shared_arrays.h"
#include "core/simt/checks/content/undefined_lanes.h"
#include "core/simt/checks/global_races.h"
#include "core/simt/checks/pending_copies.h"
#include "core/simt/checks/shared_races.h"
#include "core/simt/faults/fault.h"
#include "core/simt/memory/device_heap.h"
#include "core/simt/run/block.h"
#include "core/simt/trap.h"

#include <cstdint>
#include <optional>

namespace warpstage::simt {

// `byte`: the first uninitialized byte, an offset in the shared memory of the block `owner`.
[[nodiscard]] Trap uninitialized_shared_trap(
    const Block& block, const FaultPlace& place, const Access& access, const Block& owner, std::uint64_t byte);
// `byte`: an offset in the buffer.
[[nodiscard]] Trap uninitialized_global_trap(
    const Block& block, const FaultPlace& place, const Access& access, const DeviceMemory::Region& region, std::uint64_t byte);
[[nodiscard]] Trap uninitialized_local_trap(const Block& block, const FaultPlace& place, const Access& access);
// The access is in shared memory, but not in the array that its address is computed from.
[[nodiscard]] Trap outside_array_trap(
    const Block& block, const FaultPlace& place, const Access& access, const SharedArray& array);
// The access is in the device heap, but not in memory that malloc has returned and free has not taken back. `part`: the part at
// or before the address.
[[nodiscard]] Trap outside_heap_trap(
    const Block& block, const FaultPlace& place, const Access& access, const std::optional<DeviceHeap::Part>& part);
[[nodiscard]] Trap skipped_barrier_trap(const Block& block, const SkippedBarrier& skipped);
[[nodiscard]] Trap pending_copy_trap(const Block& block, const FaultPlace& place, const Access& access, const PendingCopy& copy);
// `step`: the instruction that uses the value.
[[nodiscard]] Trap undefined_lane_trap(const Block& block, const Step& step, const UndefinedUse& use);
[[nodiscard]] Trap shared_race_trap(const Block& block, const SharedConflict& conflict);
// On the shared memory of the block `owner` of the cluster.
[[nodiscard]] Trap cluster_race_trap(const Block& block, const GlobalConflict& conflict, std::uint64_t owner);
// The access is to the shared memory of the block `owner` of the cluster, whose threads have all exited.
[[nodiscard]] Trap exited_block_trap(const Block& block, const FaultPlace& place, const Access& access, const Block& owner);
[[nodiscard]] Trap global_race_trap(const Block& block, const GlobalConflict& conflict, const DeviceMemory::Region& region);

} // namespace warpstage::simt
