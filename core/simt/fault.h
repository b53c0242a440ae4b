// Traps with their sentences.
#pragma once

#include "core/simt/block.h"
#include "core/simt/fault_place.h"
#include "core/simt/memory_access.h"
#include "core/simt/trap.h"

#include <cstdint>
#include <optional>
#include <string>

namespace warpstage::simt {

// `what` happened there; the sentence goes on with thread, block, lane and line.
[[nodiscard]] Trap trap_at(const Block& block, const FaultPlace& place, TrapKind kind, const std::string& what);
[[nodiscard]] Trap memory_trap(const Block& block, const FaultPlace& place, const MemoryRequest::Fault& fault);
// `arrived` of the `living` lanes of the warp are at the barrier.
[[nodiscard]] Trap divergent_barrier_trap(const Block& block, const FaultPlace& place, LaneMask arrived, LaneMask living);
// `staying`: the lanes of the warp that run or will still run.
[[nodiscard]] Trap invalid_mask_trap(const Block& block, const FaultPlace& place, const Refusal& refusal, LaneMask staying);
[[nodiscard]] Trap barrier_number_trap(const Block& block, const FaultPlace& place, const std::string& why);
[[nodiscard]] Trap barrier_count_trap(const Block& block, const FaultPlace& place, std::uint32_t barrier,
    std::optional<std::uint32_t> threads, const std::string& why);
[[nodiscard]] Trap budget_trap(const Block& block, const FaultPlace& place, std::uint64_t budget);
// A brx.idx with an index past the end of its table.
[[nodiscard]] Trap branch_table_trap(const Block& block, const FaultPlace& place, std::uint32_t index, std::size_t labels);
// All warps that live wait, but not at one barrier.
[[nodiscard]] Trap deadlock_trap(Block& block);

} // namespace warpstage::simt
