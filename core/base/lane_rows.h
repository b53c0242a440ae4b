// Comparisons of a number per lane of a warp, as fast as the processor permits: they run for each memory request that is counted.
#pragma once

#include "core/base/lane_mask.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace warpstage {

// A number for the place that each lane accesses; any number for lanes that do not take part.
struct LaneKeys {
    LaneKeys() noexcept { } // NOLINT(modernize-use-equals-default): without zeros, which take as long as the comparison
    alignas(64) std::array<std::uint32_t, kMaxLanes> of_lane;
};

// The addresses divided by 2^shift, distinct for distinct quotients. Nothing: the lanes are too far apart, or the address of one
// is no multiple of `bytes`, a power of two. `lanes` is not empty.
[[nodiscard]] std::optional<LaneKeys> keys_of(
    std::span<const std::uint64_t, kMaxLanes> addresses, LaneMask lanes, unsigned shift, std::uint32_t bytes);

// The lanes, among `lanes`, that have the key of a lower one: the others are as many as the distinct keys.
[[nodiscard]] LaneMask repeated_lanes(const LaneKeys& keys, LaneMask lanes);
// The same within each group of eight lanes.
[[nodiscard]] LaneMask repeated_lanes_of_groups(const LaneKeys& keys, LaneMask lanes);
// The lanes with this key.
[[nodiscard]] LaneMask lanes_with_key(const LaneKeys& keys, std::uint32_t key);

struct LaneDistances {
    alignas(64) std::array<std::int32_t, kMaxLanes> of_lane {};

    bool operator==(const LaneDistances&) const = default;
};

// Whether the numbers of the lanes have these distances from the first number of `lanes`, which is not empty. `values`: a number
// of `bytes` bytes, 4 or 8, for each of 32 lanes, little endian, without alignment.
[[nodiscard]] bool has_distances(const std::byte* values, std::uint32_t bytes, const LaneDistances& distances, LaneMask lanes);

// The implementation for each level of the x86-64 family; `any` for all processors. For tests.
enum class LaneRowLevel : std::uint8_t { any, avx2, avx512 };
[[nodiscard]] bool has_lane_row_level(LaneRowLevel level);
// From now on, for all threads; not while others run.
void use_lane_row_level(LaneRowLevel level);

} // namespace warpstage
