// The keys of a request in registers of AVX-512, for one file each: all of a count is one function.
#pragma once

#include "core/base/lane_rows/level.h"

#if defined(WARPSTAGE_HAS_LANE_ROW_LEVELS)

#include <immintrin.h>

#include <utility>

#define WARPSTAGE_TARGET [[gnu::target("avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi,bmi2,popcnt")]]
// Calls would store the registers.
#define WARPSTAGE_INLINE WARPSTAGE_TARGET [[gnu::always_inline]] inline

namespace warpstage::lane_rows::avx512 {

// Instructions that write all elements are given with a mask: GCC 12 reports the others (bug 105593).
constexpr __mmask8 kAll8 = 0xff;
constexpr __mmask16 kAll16 = 0xffff;
constexpr unsigned kHalf = kMaxLanes / 2;

// The keys of the lower and of the upper 16 lanes.
struct Keys {
    __m512i low;
    __m512i high;
};

WARPSTAGE_INLINE unsigned count_of(LaneMask lanes)
{
    return static_cast<unsigned>(_mm_popcnt_u32(lanes));
}

WARPSTAGE_INLINE __m512i broadcast(std::uint32_t number)
{
    return _mm512_set1_epi32(static_cast<int>(number));
}

WARPSTAGE_INLINE __m512i distances_of_eight(const LaneRow& row, unsigned lane, __m512i first, __m512i subtrahend)
{
    return _mm512_mask_sub_epi64(first, static_cast<__mmask8>(row.lanes >> lane),
        _mm512_loadu_si512(row.values + std::size_t { lane } * sizeof(std::uint64_t)), subtrahend);
}

// False: the lanes are too far apart.
WARPSTAGE_INLINE bool read64(const LaneRow& row, Keys& keys)
{
    const auto base = key_base<std::uint64_t>(row);
    const __m512i subtrahend = _mm512_set1_epi64(static_cast<long long>(base.subtrahend));
    const __m512i first = _mm512_set1_epi64(static_cast<long long>(std::uint64_t { base.first }));
    const __m512i a = distances_of_eight(row, 0, first, subtrahend);
    const __m512i b = distances_of_eight(row, 8, first, subtrahend);
    const __m512i c = distances_of_eight(row, 16, first, subtrahend);
    const __m512i d = distances_of_eight(row, 24, first, subtrahend);
    const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    keys.low = _mm512_permutex2var_epi32(a, even, b);
    keys.high = _mm512_permutex2var_epi32(c, even, d);
    const __m512i any = _mm512_or_si512(_mm512_or_si512(a, b), _mm512_or_si512(c, d));
    return _mm512_test_epi64_mask(any, _mm512_set1_epi64(static_cast<long long>(kFar))) == 0;
}

WARPSTAGE_INLINE void read32(const LaneRow& row, Keys& keys)
{
    const auto base = key_base<std::uint32_t>(row);
    const __m512i subtrahend = broadcast(base.subtrahend);
    const __m512i first = broadcast(base.first);
    keys.low = _mm512_mask_sub_epi32(first, static_cast<__mmask16>(row.lanes), _mm512_loadu_si512(row.values), subtrahend);
    keys.high = _mm512_mask_sub_epi32(
        first, static_cast<__mmask16>(row.lanes >> kHalf), _mm512_loadu_si512(row.values + sizeof(__m512i)), subtrahend);
}

// The keys of the addresses themselves; false: there are none.
WARPSTAGE_INLINE bool read(const LaneRow& row, std::uint32_t bytes, Keys& keys)
{
    if (row.bytes == sizeof(std::uint32_t))
        read32(row, keys);
    else if (!read64(row, keys))
        return false;
    return _mm512_test_epi32_mask(_mm512_or_si512(keys.low, keys.high), broadcast(bytes - 1)) == 0;
}

WARPSTAGE_INLINE Keys shifted(const Keys& keys, unsigned shift)
{
    const __m128i count = _mm_cvtsi32_si128(static_cast<int>(shift));
    return { _mm512_maskz_srl_epi32(kAll16, keys.low, count), _mm512_maskz_srl_epi32(kAll16, keys.high, count) };
}

WARPSTAGE_INLINE Keys load(const LaneKeys& keys)
{
    return { _mm512_load_si512(keys.of_lane.data()), _mm512_load_si512(keys.of_lane.data() + kHalf) };
}

WARPSTAGE_INLINE void store(const Keys& keys, LaneKeys& result)
{
    _mm512_store_si512(result.of_lane.data(), keys.low);
    _mm512_store_si512(result.of_lane.data() + kHalf, keys.high);
}

WARPSTAGE_INLINE LaneMask joined(__mmask16 low, __mmask16 high)
{
    return static_cast<LaneMask>(low) | static_cast<LaneMask>(high) << kHalf;
}

WARPSTAGE_INLINE LaneMask lanes_equal(const Keys& a, const Keys& b)
{
    return joined(_mm512_cmpeq_epi32_mask(a.low, b.low), _mm512_cmpeq_epi32_mask(a.high, b.high));
}

// The lanes that take part, side by side, and how each differs from the one before it. The bit of the first lane is 0.
struct Row {
    Keys keys; // of lanes that do not take part: any
    LaneMask lanes; // of `keys`
    LaneMask addresses; // another address
    LaneMask units; // another unit
    bool ascending;
};

WARPSTAGE_INLINE Row row_of_keys(const Keys& keys, LaneMask lanes, std::uint32_t unit_mask)
{
    Row row { keys, lanes, 0, 0, false };
    __m512i before_high = keys.low;
    if (lanes != first_lanes(kMaxLanes)) {
        const auto low_lanes = static_cast<__mmask16>(lanes);
        const auto high_lanes = static_cast<__mmask16>(lanes >> kHalf);
        const unsigned low_count = count_of(low_lanes);
        row.keys.low = _mm512_maskz_compress_epi32(low_lanes, keys.low);
        row.keys.high = _mm512_maskz_compress_epi32(high_lanes, keys.high);
        row.lanes = first_lanes(low_count) | first_lanes(count_of(high_lanes)) << kHalf;
        // The last one of the lower lanes, if there is one.
        before_high = _mm512_maskz_permutexvar_epi32(kAll16, broadcast(low_count - 1), row.keys.low);
    }
    const LaneMask later = row.lanes & (row.lanes - 1);
    const Keys before { _mm512_maskz_alignr_epi32(kAll16, row.keys.low, row.keys.low, kHalf - 1),
        _mm512_maskz_alignr_epi32(kAll16, row.keys.high, before_high, kHalf - 1) };
    const Keys changed { _mm512_xor_si512(row.keys.low, before.low), _mm512_xor_si512(row.keys.high, before.high) };
    const __m512i unit = broadcast(unit_mask);
    row.ascending =
        (joined(_mm512_cmplt_epu32_mask(row.keys.low, before.low), _mm512_cmplt_epu32_mask(row.keys.high, before.high)) & later)
        == 0;
    row.addresses =
        joined(_mm512_test_epi32_mask(changed.low, changed.low), _mm512_test_epi32_mask(changed.high, changed.high)) & later;
    row.units = joined(_mm512_test_epi32_mask(changed.low, unit), _mm512_test_epi32_mask(changed.high, unit)) & later;
    return row;
}

// The key of the lane kDistance further, cyclically.
template <unsigned kDistance> WARPSTAGE_INLINE Keys turned(const Keys& keys)
{
    if constexpr (kDistance == kHalf)
        return { keys.high, keys.low };
    else
        return { _mm512_maskz_alignr_epi32(kAll16, keys.high, keys.low, kDistance),
            _mm512_maskz_alignr_epi32(kAll16, keys.low, keys.high, kDistance) };
}

template <unsigned... kBefore>
WARPSTAGE_INLINE LaneMask repeated_in(const Keys& keys, LaneMask lanes, std::integer_sequence<unsigned, kBefore...>)
{
    return (repeated_in_pairs(lanes_equal(keys, turned<kBefore + 1>(keys)), kBefore + 1, lanes) | ...);
}

using Distances = std::make_integer_sequence<unsigned, kMaxLanes / 2>;

// The low 16 bits of each key.
WARPSTAGE_INLINE __m512i short_keys(const Keys& keys)
{
    const __m256i low = _mm512_maskz_cvtepi32_epi16(kAll16, keys.low);
    const __m256i high = _mm512_maskz_cvtepi32_epi16(kAll16, keys.high);
    return _mm512_maskz_inserti64x4(kAll8, _mm512_castsi256_si512(low), high, 1);
}

// Whether keys with the same low 16 bits are the same. `first`: one of them.
WARPSTAGE_INLINE bool are_near(const Keys& keys, std::uint32_t first)
{
    const __m512i lowest = broadcast(first - (1U << 15U));
    const __m512i far = broadcast(0xffff'0000U);
    return _mm512_test_epi32_mask(_mm512_or_si512(_mm512_sub_epi32(keys.low, lowest), _mm512_sub_epi32(keys.high, lowest)), far)
        == 0;
}

constexpr auto kNextLane = [] {
    std::array<std::uint16_t, kMaxLanes> lanes {};
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        lanes[lane] = static_cast<std::uint16_t>((lane + 1) % kMaxLanes);
    return lanes;
}();

// The same for keys of 16 bits; `next`: those of the next lane.
template <unsigned kDistance> WARPSTAGE_INLINE LaneMask short_lanes_as(__m512i keys, __m512i next)
{
    const __m512i odd = kDistance % 2 != 0 ? next : keys;
    const __m512i other = kDistance < 2 ? odd : _mm512_maskz_alignr_epi32(kAll16, odd, odd, kDistance / 2);
    return _mm512_cmpeq_epi16_mask(keys, other);
}

template <unsigned... kBefore>
WARPSTAGE_INLINE LaneMask short_repeated_in(
    __m512i keys, __m512i next, LaneMask lanes, std::integer_sequence<unsigned, kBefore...>)
{
    return (repeated_in_pairs(short_lanes_as<kBefore + 1>(keys, next), kBefore + 1, lanes) | ...);
}

WARPSTAGE_INLINE __m512i of_next_lane(__m512i keys)
{
    return _mm512_maskz_permutexvar_epi16(~__mmask32 { 0 }, _mm512_loadu_si512(kNextLane.data()), keys);
}

WARPSTAGE_INLINE LaneMask short_repeated(__m512i keys, LaneMask lanes)
{
    return short_repeated_in(keys, of_next_lane(keys), lanes, Distances {});
}

template <unsigned... kBefore>
WARPSTAGE_INLINE LaneMask short_repeated_of_groups_in(
    __m512i keys, __m512i next, LaneMask lanes, std::integer_sequence<unsigned, kBefore...>)
{
    return (repeated_in_groups(short_lanes_as<kBefore + 1>(keys, next), kBefore + 1, lanes) | ...);
}

// Lanes with the key of a lower one.
WARPSTAGE_INLINE LaneMask repeated_keys(const Keys& keys, std::uint32_t first, LaneMask lanes)
{
    const LaneMask found = short_repeated(short_keys(keys), lanes);
    return found == 0 || are_near(keys, first) ? found : repeated_in(keys, lanes, Distances {});
}

WARPSTAGE_INLINE std::uint32_t first_key(const LaneRow& row)
{
    return row.bytes == sizeof(std::uint32_t) ? key_base<std::uint32_t>(row).first : key_base<std::uint64_t>(row).first;
}

WARPSTAGE_INLINE bool is_known(const KnownRow* known, const Keys& keys, LaneMask lanes)
{
    return known != nullptr && known->lanes == lanes
        && lanes_equal(keys, { _mm512_load_si512(known->keys.data()), _mm512_load_si512(known->keys.data() + kHalf) })
        == first_lanes(kMaxLanes);
}

// Its counts follow.
WARPSTAGE_INLINE void learn(KnownRow* known, const Keys& keys, LaneMask lanes)
{
    if (known == nullptr)
        return;
    _mm512_store_si512(known->keys.data(), keys.low);
    _mm512_store_si512(known->keys.data() + kHalf, keys.high);
    known->lanes = lanes;
}

[[nodiscard]] bool banks(const LaneRow& row, const BankRequest& request, BankCount& count, KnownRow* known);

} // namespace warpstage::lane_rows::avx512

#endif
