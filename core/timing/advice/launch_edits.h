// Other shapes of a launch with as many threads in each dimension of the grid. A kernel that computes the indices of its elements
// from blockIdx, blockDim and threadIdx computes the same.
#pragma once

#include "core/timing/advice/edit.h"

#include <cstdint>
#include <optional>

namespace warpstage::timing {

// Blocks of at least `least` threads, by a power of two larger in x. Nothing: the grid has no such multiple.
[[nodiscard]] std::optional<LaunchDimensions> larger_blocks(const LaunchDimensions& launch, std::uint32_t least);

// Blocks of as many threads whose rows fill a warp: 32x8 instead of 8x32. Nothing: they do already, or the grid cannot be divided
// like this.
[[nodiscard]] std::optional<LaunchDimensions> wider_blocks(const LaunchDimensions& launch);

// The launch of a kernel that uses x for y and y for x: blocks as before if the grid can be divided like this.
[[nodiscard]] std::optional<LaunchDimensions> swapped(const LaunchDimensions& launch);

} // namespace warpstage::timing
