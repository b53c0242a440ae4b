// Coalescing: the bytes of global memory that the lanes of one request access, and the transferred bytes. Lanes are above, memory
// is below as blocks of 32 bytes; transactions that are larger or overlap are bars below the memory.
#pragma once

#include "app/views/banks/missed_access.h"
#include "app/views/drawing.h"
#include "core/analysis/block/l1_reuse.h"
#include "core/arch/global/moved_segments.h"

namespace warpstage::views {

struct SectorsInput : arch::MovedSegments {
    std::uint32_t warp_width = 32;
    LaneMask marked = 0; // highlighted lanes; empty: none
    std::string subtitle {}; // "line 9 · load"
    std::optional<MissedAccess> missed {}; // that stopped the block at this instruction
    std::optional<analysis::L1Use> l1 {}; // of all warps of the block at this instruction, if the cache is modeled
};

[[nodiscard]] DrawList sectors_figure(const SectorsInput& input, Size size, const Style& style);

// Of one load instruction; empty: a store, or a compute capability whose cache is not modeled.
[[nodiscard]] std::optional<analysis::L1Use> l1_of(
    const session::Recording& recording, const arch::Traits& traits, std::uint32_t pc);

// Of an access to global memory.
[[nodiscard]] SectorsInput sectors_input(
    const session::ChosenAccess& chosen, const arch::Traits& traits, std::uint32_t warp_width);

} // namespace warpstage::views
