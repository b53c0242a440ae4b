// Traps of a checked run and their messages: kinds and order of facts follow compute-sanitizer.
#pragma once

#include "core/simt/checks/async_proxy.h"
#include "core/simt/checks/barriers/skipped_barriers.h"
#include "core/simt/checks/code/shared_arrays.h"
#include "core/simt/checks/content/undefined_lanes.h"
#include "core/simt/checks/findings.h"
#include "core/simt/checks/pending_copies.h"
#include "core/simt/checks/race.h"
#include "core/simt/checks/read_only_words.h"
#include "core/simt/faults/fault.h"
#include "core/simt/memory/device_heap.h"
#include "core/simt/run/block.h"
#include "core/simt/trap.h"

#include <cstdint>
#include <optional>
#include <string>

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
[[nodiscard]] Trap copy_conflict_trap(
    const Block& block, const CopyConflict& conflict, const SharedArrays& arrays, const PhaseLog& log);
// The access loads read-only data in this buffer that the kernel has written, or writes what was loaded so.
[[nodiscard]] Trap written_read_only_trap(
    const Block& block, const FaultPlace& place, const WrittenReadOnly& found, const DeviceMemory::Region& region);
// A thread uses an mbarrier object (its name), and nothing orders that after the initialization by another thread.
[[nodiscard]] Trap uninitialized_object_trap(
    const Block& block, const FaultPlace& place, const FaultPlace& initializing, const std::string& object);
// `step`: the instruction that uses the value.
[[nodiscard]] Trap undefined_lane_trap(const Block& block, const Step& step, const UndefinedUse& use);
// The access is to the shared memory of the block `owner` of the cluster, whose threads have all exited.
[[nodiscard]] Trap exited_block_trap(const Block& block, const FaultPlace& place, const Access& access, const Block& owner);
// Warps of the block wait for each other at different __syncthreads().
[[nodiscard]] Trap different_barriers_trap(const Block& block, const DifferentBarriers& barriers);

// "read", "write", "atomic access".
[[nodiscard]] const char* name_of(AccessKind kind);
[[nodiscard]] TrapParty party_of(const Block& block, const Race::Party& party);
// Whether the instruction is part of `x = f(x)`: a load and, a few instructions later, a store with the same address operand.
[[nodiscard]] bool updates(const Block& block, std::uint32_t pc);

// A group of races, and the pair that stands for it.
struct RaceText {
    Race race;
    RacyMemory memory;
    Race::Relation widest = Race::Relation::between_lanes; // of all pairs on the variable
    bool updates = false; // both threads read, change and write the word
    bool equal_values = false; // of all pairs
    bool only_volatile = false; // all pairs: see Race
};
[[nodiscard]] Finding race_finding(const Block& block, const RaceText& text, std::uint64_t count);

} // namespace warpstage::simt
