// Other shapes of a launch with as many threads in each dimension of the grid. A kernel that computes the indices of its elements
// from blockIdx, blockDim and threadIdx computes the same.
#pragma once

#include "core/base/dim3.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace warpstage::problem {

struct LaunchDimensions {
    Dim3 grid;
    Dim3 block;

    bool operator==(const LaunchDimensions&) const = default;
};

// Blocks of at least `least` threads, by a power of two larger in x. Nothing: the grid has no such multiple.
[[nodiscard]] std::optional<LaunchDimensions> larger_blocks(const LaunchDimensions& launch, std::uint32_t least);

// Blocks of as many threads whose rows fill a warp: 32x8 instead of 8x32. Nothing: they do already, or the grid cannot be divided
// like this.
[[nodiscard]] std::optional<LaunchDimensions> wider_blocks(const LaunchDimensions& launch);

// The launch of a kernel that uses x for y and y for x: blocks as before if the grid can be divided like this.
[[nodiscard]] std::optional<LaunchDimensions> swapped(const LaunchDimensions& launch);

// A change for launches of any size.
enum class LaunchChange : std::uint8_t { larger_blocks, wider_blocks, swapped };
inline constexpr std::uint32_t kFewThreads = 128; // per block; larger_blocks enlarges smaller ones

// The launch after the change. A grid that cannot be divided like this stays as it is; of exchanged dimensions, the block is
// exchanged, too. Nothing: the exchanged grid exceeds the limit of y.
[[nodiscard]] std::optional<LaunchDimensions> changed(LaunchChange change, const LaunchDimensions& launch);

// "larger-blocks"
[[nodiscard]] std::string_view name_of(LaunchChange change);
// Nothing: no such name.
[[nodiscard]] std::optional<LaunchChange> find_launch_change(std::string_view name);

} // namespace warpstage::problem
