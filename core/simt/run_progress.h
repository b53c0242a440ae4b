// How far a launch has come, for a reader on another thread.
#pragma once

#include <atomic>
#include <cstdint>

namespace warpstage::simt {

// Updated by the workers of the launch, at each look of a block at its instruction budget and at the end of each block.
struct RunProgress {
    std::atomic<std::uint64_t> warp_instructions = 0;
    std::atomic<std::uint64_t> ended_blocks = 0; // of the current launch
    std::atomic<std::uint64_t> blocks = 0; // of the current launch; 0 before it begins
    std::atomic<std::uint64_t> launches = 0; // that have begun
};

} // namespace warpstage::simt
