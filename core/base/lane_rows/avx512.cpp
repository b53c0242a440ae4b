#include "core/base/lane_rows/avx512.h"

#if defined(WARPSTAGE_HAS_LANE_ROW_LEVELS)

namespace warpstage::lane_rows {

namespace avx512 {

namespace {

WARPSTAGE_TARGET LaneMask repeated(const LaneKeys& keys, LaneMask lanes)
{
    return repeated_in(load(keys), lanes, Distances {});
}

WARPSTAGE_TARGET bool distinct(const LaneRow& row, unsigned shift, std::uint32_t bytes, DistinctCount& count, KnownRow* known)
{
    Keys keys;
    if (!read(row, bytes, keys))
        return false;
    if (is_known(known, keys, row.lanes)) {
        count = known->distinct;
        return true;
    }
    learn(known, keys, row.lanes);
    const Row sorted = row_of_keys(keys, row.lanes, ~((1U << shift) - 1U));
    if (sorted.ascending) {
        count = { 1 + count_of(sorted.addresses), 1 + count_of(sorted.units) };
        if (known != nullptr)
            known->distinct = count;
        return true;
    }
    const std::uint32_t first = first_key(row);
    const LaneMask units = repeated_keys(shifted(keys, shift), first >> shift, row.lanes);
    count = { count_of(row.lanes), count_of(row.lanes & ~units) };
    if (units != 0) {
        const unsigned of_address = shift_of(bytes);
        count.addresses -= count_of(repeated_keys(shifted(keys, of_address), first >> of_address, row.lanes));
    }
    if (known != nullptr)
        known->distinct = count;
    return true;
}

WARPSTAGE_TARGET bool distinct_of_groups(const LaneRow& row, unsigned shift, std::uint32_t& count)
{
    Keys keys;
    if (!read(row, 1, keys))
        return false;
    keys = shifted(keys, shift);
    if (!are_near(keys, first_key(row) >> shift))
        return false;
    const __m512i near = short_keys(keys);
    const LaneMask repeated =
        short_repeated_of_groups_in(near, of_next_lane(near), row.lanes, std::make_integer_sequence<unsigned, kGroup - 1> {});
    count = count_of(row.lanes & ~repeated);
    return true;
}

WARPSTAGE_TARGET bool keys(const LaneRow& row, unsigned shift, std::uint32_t bytes, LaneKeys& result)
{
    Keys keys;
    if (!read(row, bytes, keys))
        return false;
    store(shifted(keys, shift), result);
    return true;
}

WARPSTAGE_TARGET LaneMask with_key(const LaneKeys& keys, std::uint32_t key)
{
    return lanes_equal(load(keys), { broadcast(key), broadcast(key) });
}

WARPSTAGE_TARGET bool distances32(const std::byte* values, const LaneDistances& distances, LaneMask lanes)
{
    const __m512i first = broadcast(number_at<std::uint32_t>(values, lowest_lane(lanes)));
    LaneMask differ = 0;
    for (unsigned lane = 0; lane < kMaxLanes; lane += kHalf) {
        const __m512i distance = _mm512_sub_epi32(_mm512_loadu_si512(values + lane * sizeof(std::uint32_t)), first);
        differ |= static_cast<LaneMask>(_mm512_cmpneq_epi32_mask(distance, _mm512_loadu_si512(distances.of_lane.data() + lane)))
            << lane;
    }
    return (differ & lanes) == 0;
}

WARPSTAGE_TARGET bool distances64(const std::byte* values, const LaneDistances& distances, LaneMask lanes)
{
    const __m512i first = _mm512_set1_epi64(static_cast<long long>(number_at<std::uint64_t>(values, lowest_lane(lanes))));
    LaneMask differ = 0;
    for (unsigned lane = 0; lane < kMaxLanes; lane += 8) {
        const __m512i distance = _mm512_sub_epi64(_mm512_loadu_si512(values + lane * sizeof(std::uint64_t)), first);
        const __m512i known = _mm512_maskz_cvtepi32_epi64(
            kAll8, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(distances.of_lane.data() + lane)));
        differ |= static_cast<LaneMask>(_mm512_cmpneq_epi64_mask(distance, known)) << lane;
    }
    return (differ & lanes) == 0;
}

} // namespace

} // namespace avx512

const Level& avx512_level()
{
    static constexpr Level kLevel { avx512::distinct, avx512::distinct_of_groups, avx512::banks, avx512::keys, avx512::repeated,
        avx512::with_key, avx512::distances32, avx512::distances64 };
    return kLevel;
}

} // namespace warpstage::lane_rows

#endif
