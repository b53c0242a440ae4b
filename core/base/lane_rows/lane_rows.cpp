#include "core/base/lane_rows.h"

#include "core/base/lane_rows/portable.h"

#include <utility>

namespace warpstage {

namespace lane_rows {

namespace {

namespace any {

LaneMask repeated_within(const LaneKeys& keys, LaneMask lanes, unsigned group)
{
    LaneMask repeated = 0;
    for_each_lane(lanes, [&](unsigned lane) {
        bool found = false;
        for (unsigned other = lane / group * group; other < lane; ++other)
            found = found || (has_lane(lanes, other) && keys.of_lane[other] == keys.of_lane[lane]);
        repeated |= found ? LaneMask { 1 } << lane : 0;
    });
    return repeated;
}

LaneMask repeated(const LaneKeys& keys, LaneMask lanes)
{
    return repeated_within(keys, lanes, kMaxLanes);
}

LaneMask repeated_of_groups(const LaneKeys& keys, LaneMask lanes)
{
    return repeated_within(keys, lanes, kGroup);
}

LaneMask with_key(const LaneKeys& keys, std::uint32_t key)
{
    LaneMask same = 0;
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        same |= keys.of_lane[lane] == key ? portable::kLaneBits[lane] : 0;
    return same;
}

bool distinct(const LaneRow& row, unsigned shift, std::uint32_t bytes, DistinctCount& count, KnownRow* known)
{
    return portable::distinct<repeated>(row, shift, bytes, count, known);
}

bool distinct_of_groups(const LaneRow& row, unsigned shift, std::uint32_t& count)
{
    return portable::distinct_of_groups<repeated_of_groups>(row, shift, count);
}

bool banks(const LaneRow& row, const BankRequest& request, BankCount& count, KnownRow* known)
{
    return portable::banks<repeated, with_key>(row, request, count, known);
}

bool keys(const LaneRow& row, unsigned shift, std::uint32_t bytes, LaneKeys& result)
{
    return portable::keys(row, shift, bytes, result);
}

bool distances32(const std::byte* values, const LaneDistances& distances, LaneMask lanes)
{
    return portable::has_distances<std::uint32_t>(values, distances, lanes);
}

bool distances64(const std::byte* values, const LaneDistances& distances, LaneMask lanes)
{
    return portable::has_distances<std::uint64_t>(values, distances, lanes);
}

} // namespace any

const Level* best_level()
{
#if defined(WARPSTAGE_HAS_LANE_ROW_LEVELS)
    if (has_lane_row_level(LaneRowLevel::avx512))
        return &avx512_level();
    if (has_lane_row_level(LaneRowLevel::avx2))
        return &avx2_level();
#endif
    return &any_level();
}

const Level* level = best_level();

} // namespace

const Level& any_level()
{
    static constexpr Level kLevel { any::distinct, any::distinct_of_groups, any::banks, any::keys, any::repeated, any::with_key,
        any::distances32, any::distances64 };
    return kLevel;
}

} // namespace lane_rows

bool has_lane_row_level(LaneRowLevel wanted)
{
    switch (wanted) {
    case LaneRowLevel::any:
        return true;
#if defined(WARPSTAGE_HAS_LANE_ROW_LEVELS)
    case LaneRowLevel::avx2:
        return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("bmi2") != 0;
    case LaneRowLevel::avx512:
        return has_lane_row_level(LaneRowLevel::avx2) && __builtin_cpu_supports("avx512f") != 0
            && __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512dq") != 0
            && __builtin_cpu_supports("avx512vl") != 0;
#else
    case LaneRowLevel::avx2:
    case LaneRowLevel::avx512:
        return false;
#endif
    }
    return false;
}

void use_lane_row_level([[maybe_unused]] LaneRowLevel wanted)
{
    lane_rows::level = &lane_rows::any_level();
#if defined(WARPSTAGE_HAS_LANE_ROW_LEVELS)
    if (wanted == LaneRowLevel::avx512)
        lane_rows::level = &lane_rows::avx512_level();
    if (wanted == LaneRowLevel::avx2)
        lane_rows::level = &lane_rows::avx2_level();
#endif
}

LaneRow lane_row(std::span<const std::uint64_t, kMaxLanes> addresses, LaneMask lanes)
{
    return { .values = std::as_bytes(addresses).data(), .lanes = lanes };
}

bool count_distinct(const LaneRow& row, unsigned shift, std::uint32_t bytes, DistinctCount& count, KnownRow* known)
{
    return lane_rows::level->distinct(row, shift, bytes, count, known);
}

bool count_distinct_of_groups(const LaneRow& row, unsigned shift, std::uint32_t& count)
{
    return lane_rows::level->distinct_of_groups(row, shift, count);
}

bool count_banks(const LaneRow& row, const BankRequest& request, BankCount& count, KnownRow* known)
{
    return lane_rows::level->banks(row, request, count, known);
}

std::optional<LaneKeys> keys_of(const LaneRow& row, unsigned shift, std::uint32_t bytes)
{
    std::optional<LaneKeys> keys(std::in_place);
    if (!lane_rows::level->keys(row, shift, bytes, *keys))
        keys.reset();
    return keys;
}

LaneMask repeated_lanes(const LaneKeys& keys, LaneMask lanes)
{
    return lane_rows::level->repeated(keys, lanes);
}

LaneMask lanes_with_key(const LaneKeys& keys, std::uint32_t key)
{
    return lane_rows::level->with_key(keys, key);
}

bool has_distances(const std::byte* values, std::uint32_t bytes, const LaneDistances& distances, LaneMask lanes)
{
    return bytes == sizeof(std::uint32_t) ? lane_rows::level->distances32(values, distances, lanes)
                                          : lane_rows::level->distances64(values, distances, lanes);
}

} // namespace warpstage
