#include "core/base/lane_rows/portable.h"

#if defined(WARPSTAGE_HAS_LANE_ROW_LEVELS)

#include <immintrin.h>

namespace warpstage::lane_rows {

namespace {

namespace avx2 {

#define WARPSTAGE_TARGET [[gnu::target("avx2,bmi,bmi2")]]

WARPSTAGE_TARGET inline __m256i load(const std::uint32_t* keys)
{
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(keys));
}

WARPSTAGE_TARGET inline LaneMask mask_of(__m256i same)
{
    return static_cast<LaneMask>(_mm256_movemask_ps(_mm256_castsi256_ps(same)));
}

// The lanes whose key is that `distance` further in `keys`, which has each key twice.
WARPSTAGE_TARGET inline LaneMask lanes_as(const std::uint32_t* keys, unsigned distance)
{
    LaneMask same = 0;
    for (unsigned lane = 0; lane < kMaxLanes; lane += 8)
        same |= mask_of(_mm256_cmpeq_epi32(load(keys + lane), load(keys + lane + distance))) << lane;
    return same;
}

using Twice = std::array<std::uint32_t, 2 * std::size_t { kMaxLanes }>;

WARPSTAGE_TARGET inline Twice twice(const LaneKeys& keys)
{
    Twice all;
    std::memcpy(all.data(), keys.of_lane.data(), sizeof(keys.of_lane));
    std::memcpy(all.data() + kMaxLanes, keys.of_lane.data(), sizeof(keys.of_lane));
    return all;
}

WARPSTAGE_TARGET LaneMask repeated(const LaneKeys& keys, LaneMask lanes)
{
    const Twice all = twice(keys);
    LaneMask repeated = 0;
    for (unsigned distance = 1; distance <= kMaxLanes / 2; ++distance)
        repeated |= repeated_in_pairs(lanes_as(all.data(), distance), distance, lanes);
    return repeated;
}

WARPSTAGE_TARGET LaneMask repeated_of_groups(const LaneKeys& keys, LaneMask lanes)
{
    const Twice all = twice(keys);
    LaneMask repeated = 0;
    for (unsigned distance = 1; distance < kGroup; ++distance)
        repeated |= repeated_in_groups(lanes_as(all.data(), distance), distance, lanes);
    return repeated;
}

WARPSTAGE_TARGET LaneMask with_key(const LaneKeys& keys, std::uint32_t key)
{
    const __m256i wanted = _mm256_set1_epi32(static_cast<int>(key));
    LaneMask same = 0;
    for (unsigned lane = 0; lane < kMaxLanes; lane += 8)
        same |= mask_of(_mm256_cmpeq_epi32(load(keys.of_lane.data() + lane), wanted)) << lane;
    return same;
}

WARPSTAGE_TARGET bool distinct(const LaneRow& row, unsigned shift, std::uint32_t bytes, DistinctCount& count, KnownRow* known)
{
    return portable::distinct<repeated>(row, shift, bytes, count, known);
}

WARPSTAGE_TARGET bool distinct_of_groups(const LaneRow& row, unsigned shift, std::uint32_t& count)
{
    return portable::distinct_of_groups<repeated_of_groups>(row, shift, count);
}

WARPSTAGE_TARGET bool banks(const LaneRow& row, const BankRequest& request, BankCount& count, KnownRow* known)
{
    return portable::banks<repeated, with_key>(row, request, count, known);
}

WARPSTAGE_TARGET bool keys(const LaneRow& row, unsigned shift, std::uint32_t bytes, LaneKeys& result)
{
    return portable::keys(row, shift, bytes, result);
}

WARPSTAGE_TARGET bool distances32(const std::byte* values, const LaneDistances& distances, LaneMask lanes)
{
    return portable::has_distances<std::uint32_t>(values, distances, lanes);
}

WARPSTAGE_TARGET bool distances64(const std::byte* values, const LaneDistances& distances, LaneMask lanes)
{
    return portable::has_distances<std::uint64_t>(values, distances, lanes);
}

#undef WARPSTAGE_TARGET

} // namespace avx2

} // namespace

const Level& avx2_level()
{
    static constexpr Level kLevel { avx2::distinct, avx2::distinct_of_groups, avx2::banks, avx2::keys, avx2::repeated,
        avx2::with_key, avx2::distances32, avx2::distances64 };
    return kLevel;
}

} // namespace warpstage::lane_rows

#endif
