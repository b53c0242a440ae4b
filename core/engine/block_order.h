// An order of a grid's blocks for VmPlan::run_blocks().
#pragma once

#include <cstdint>
#include <vector>

namespace warpstage::engine {

// Every linear index of a grid once. Blocks change places with others of the same 1024 only: a kernel that waits for earlier
// blocks still ends, because so many are resident at the same time.
[[nodiscard]] std::vector<std::uint64_t> shuffled_blocks(std::uint64_t count, std::uint64_t seed);

} // namespace warpstage::engine
