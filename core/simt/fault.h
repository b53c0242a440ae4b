// Traps with their sentences.
#pragma once

#include "core/simt/block.h"
#include "core/simt/memory_access.h"
#include "core/simt/trap.h"

#include <cstdint>

namespace warpstage::simt {

// Where in the run something happened.
struct FaultPlace {
    std::uint32_t warp = 0;
    std::uint32_t lane = 0;
    std::uint32_t pc = 0;
};

[[nodiscard]] Trap memory_trap(const Block& block, const FaultPlace& place, const MemoryRequest::Fault& fault);
// `arrived` of the `living` lanes of the warp are at the barrier.
[[nodiscard]] Trap divergent_barrier_trap(const Block& block, const FaultPlace& place, LaneMask arrived, LaneMask living);
[[nodiscard]] Trap budget_trap(const Block& block, const FaultPlace& place, std::uint64_t budget);
// All warps that live wait, but not at one barrier.
[[nodiscard]] Trap deadlock_trap(Block& block);

} // namespace warpstage::simt
