// Explains a deadlock from the state of the blocks that wait.
#pragma once

#include "core/simt/hang/hang.h"
#include "core/simt/run/block.h"
#include "core/simt/trap.h"

#include <cstdint>

namespace warpstage::simt {

// Of a grid whose blocks wait for each other.
struct GridState {
    std::uint64_t begun = 0;
    std::uint64_t not_begun = 0; // because the others do not end
};

// Of all blocks of the block's cluster. Nothing of the block runs any more.
[[nodiscard]] Hang explain_hang(Block& block, const GridState& grid);
// The same while the block runs, between two turns of its warps; without a mistake.
[[nodiscard]] Hang explain_waits(Block& block);
// Whether a warp of the block waits now.
[[nodiscard]] bool any_waits(Block& block);
// Chooses the mistake that fits, with its advice, and the wait that stands for all.
void find_mistake(Hang& hang, const Block& block);

// Every warp of the block waits in a loop for memory to change, and no other warp can run.
[[nodiscard]] Trap endless_wait_trap(Block& block, const GridState& grid = {});
// All warps that have not exited wait, but not at one barrier.
[[nodiscard]] Trap deadlock_trap(Block& block);

} // namespace warpstage::simt
