// Comparisons of a number per lane of a warp, as fast as the processor permits: they run for each memory request that is counted.
#pragma once

#include "core/base/lane_mask.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace warpstage {

// The addresses of a request, as they are in a register of each lane.
struct LaneRow {
    const std::byte* values = nullptr; // of 32 lanes, little endian, without alignment
    std::uint32_t bytes = 8; // of each value: 4 or 8
    LaneMask lanes = 0; // that take part; not empty
    std::uint64_t displacement = 0; // to be added to each value; sums of 4-byte values have 32 bits
};
// Of addresses themselves.
[[nodiscard]] LaneRow lane_row(std::span<const std::uint64_t, kMaxLanes> addresses, LaneMask lanes);

struct DistinctCount {
    std::uint32_t addresses = 0;
    std::uint32_t units = 0; // of 2^shift bytes; at most 7 bits
};

// A request to banks of 4 bytes, which are 128 bytes together. A lane accesses one word, of 4 bytes or of the size of the access,
// as if banks were as wide; so many lanes as there are such banks are a phase.
constexpr std::uint32_t kBytesOfBanks = 128;
constexpr std::uint32_t kBytesOfBank = 4;
struct BankRequest {
    std::uint32_t bytes = 4;
    bool merges = false; // neighboring phases, if the lanes of all pairs at a distance of 1, or of 2, have one address
    bool multicast = true; // lanes with the same word share the access
    bool atomic = false; // the lanes on one address are of interest
};
struct BankCount {
    std::uint32_t wavefronts = 0; // the sum over phases of the largest number of words in one bank
    std::uint32_t phases = 0; // with a lane
    std::uint32_t same_address = 0; // the largest number of lanes on one address; 0: not of interest
};

// The most recent request of an instruction that took long to count. A request with the same keys and lanes has the same counts.
struct KnownRow {
    alignas(64) std::array<std::uint32_t, kMaxLanes> keys;
    LaneMask lanes = 0; // 0: none
    DistinctCount distinct;
    BankCount banks;
};

// In these functions, `bytes` is the size of the access of a lane, a power of two up to 16. False: the lanes are too far apart,
// or an address is no multiple of it, and the count is not valid. `known`: of requests with the same other arguments; may be
// null. The counts are not returned as a value: to copy what was written in parts takes longer than some counts.

// Distinct addresses, and distinct units that contain them.
[[nodiscard]] bool count_distinct(
    const LaneRow& row, unsigned shift, std::uint32_t bytes, DistinctCount& count, KnownRow* known = nullptr);
// The sum over groups of eight lanes of the distinct units of 2^shift bytes, at most 7 bits.
[[nodiscard]] bool count_distinct_of_groups(const LaneRow& row, unsigned shift, std::uint32_t& count);
[[nodiscard]] bool count_banks(const LaneRow& row, const BankRequest& request, BankCount& count, KnownRow* known = nullptr);

// A number for the place that each lane accesses; any number for lanes that do not take part.
struct LaneKeys {
    LaneKeys() noexcept { } // NOLINT(modernize-use-equals-default): without zeros, which take as long as the comparison
    alignas(64) std::array<std::uint32_t, kMaxLanes> of_lane;
};

// The addresses divided by 2^shift, at most 7 bits; distinct for distinct quotients. Nothing: as false above.
[[nodiscard]] std::optional<LaneKeys> keys_of(const LaneRow& row, unsigned shift, std::uint32_t bytes);

// The lanes, among `lanes`, that have the key of a lower one: the others are as many as the distinct keys.
[[nodiscard]] LaneMask repeated_lanes(const LaneKeys& keys, LaneMask lanes);
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
