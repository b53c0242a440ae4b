// Collectives of a warp that lanes reach at different instructions, such as the same shuffle on both paths of a branch (CUDA C++
// Programming Guide, "Independent Thread Scheduling").
#pragma once

#include "core/base/lane_mask.h"
#include "core/ptx/listing.h"

#include <array>
#include <cstdint>

namespace warpstage::simt {

class Block;

// Whether lanes at these program counters meet if they pass the same mask: collectives with the same qualifiers and types.
[[nodiscard]] bool is_same_collective(const ptx::Listing& listing, std::uint32_t pc, std::uint32_t other);

// Executes one collective for all members, each of which is at the instruction `pc[lane]` of the block's selected warp.
void execute_jointly(Block& block, const std::array<std::uint32_t, kMaxLanes>& pc, LaneMask members);

} // namespace warpstage::simt
