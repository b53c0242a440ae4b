// The functions of core/base/lane_rows.h for one level of the x86-64 family.
#pragma once

#include "core/base/lane_rows.h"

#include <bit>
#include <cstring>

#if defined(__x86_64__)
#define WARPSTAGE_HAS_LANE_ROW_LEVELS
#endif

namespace warpstage::lane_rows {

// Those that return bool: false if the result would be nothing.
struct Level {
    bool (*distinct)(const LaneRow& row, unsigned shift, std::uint32_t bytes, DistinctCount& count, KnownRow* known);
    bool (*distinct_of_groups)(const LaneRow& row, unsigned shift, std::uint32_t& count);
    bool (*banks)(const LaneRow& row, const BankRequest& request, BankCount& count, KnownRow* known);
    bool (*keys)(const LaneRow& row, unsigned shift, std::uint32_t bytes, LaneKeys& keys);
    LaneMask (*repeated)(const LaneKeys& keys, LaneMask lanes);
    LaneMask (*with_key)(const LaneKeys& keys, std::uint32_t key);
    bool (*distances32)(const std::byte* values, const LaneDistances& distances, LaneMask lanes);
    bool (*distances64)(const std::byte* values, const LaneDistances& distances, LaneMask lanes);
};

[[nodiscard]] const Level& any_level();
#if defined(WARPSTAGE_HAS_LANE_ROW_LEVELS)
[[nodiscard]] const Level& avx2_level();
[[nodiscard]] const Level& avx512_level();
#endif

// Keys of addresses are distances from a multiple of this many bytes below the first address, and 2^31: so they have the same
// bits below it, and one order.
constexpr std::uint64_t kKeyAlignment = 128;
constexpr std::uint64_t kKeyOfBase = std::uint64_t { 1 } << 31U;
constexpr std::uint64_t kFar = 0xffff'ffff'0000'0000; // bits of a distance that is too long

constexpr unsigned kGroup = 8; // lanes

template <typename Address> [[gnu::always_inline]] inline Address number_at(const std::byte* values, std::size_t lane)
{
    Address number {};
    std::memcpy(&number, values + lane * sizeof(Address), sizeof(Address));
    return number;
}

// What is subtracted from a value for the key, and the key of the first lane, which lanes that do not take part get as well.
template <typename Address> struct KeyBase {
    Address subtrahend = 0;
    std::uint32_t first = 0;
};

template <typename Address> [[gnu::always_inline]] inline KeyBase<Address> key_base(const LaneRow& row)
{
    const Address value = number_at<Address>(row.values, lowest_lane(row.lanes));
    const auto displacement = static_cast<Address>(row.displacement);
    const auto aligned = static_cast<Address>(static_cast<Address>(value + displacement) & ~(kKeyAlignment - 1));
    const auto subtrahend = static_cast<Address>(aligned - displacement - static_cast<Address>(kKeyOfBase));
    return { subtrahend, static_cast<std::uint32_t>(value - subtrahend) };
}

// Of a pair of lanes (lane, lane + distance) with one key, the upper one repeats it; cyclically, that may be the first.
constexpr LaneMask repeated_in_pairs(LaneMask same, unsigned distance, LaneMask lanes)
{
    same &= lanes & (lanes >> distance | lanes << (kMaxLanes - distance));
    return same << distance | (same & ~first_lanes(kMaxLanes - distance));
}

constexpr LaneMask repeated_in_groups(LaneMask same, unsigned distance, LaneMask lanes)
{
    const LaneMask within = first_lanes(kGroup - distance) * 0x0101'0101U;
    return (same & within & lanes & lanes >> distance) << distance;
}

// The lanes whose index is that of one of `lanes` XOR `distance`, 1 or 2.
constexpr LaneMask partners_of(LaneMask lanes, unsigned distance)
{
    const LaneMask lower = distance == 1 ? 0x5555'5555U : 0x3333'3333U;
    return (lanes & lower) << distance | (lanes >> distance & lower);
}

constexpr std::uint32_t word_bytes(const BankRequest& request)
{
    return request.bytes < kBytesOfBank ? kBytesOfBank : request.bytes;
}

constexpr unsigned shift_of(std::uint32_t bytes)
{
    return static_cast<unsigned>(std::countr_zero(bytes));
}

} // namespace warpstage::lane_rows
