#include "core/base/lane_rows.h"

#include <bit>
#include <cstring>
#include <utility>

#if defined(__x86_64__)
#define WARPSTAGE_HAS_LEVELS
#include <immintrin.h>
#endif

namespace warpstage {

namespace {

// A table lookup and a comparison vectorize; a shift by the lane's number would not.
constexpr auto kLaneBits = [] {
    std::array<LaneMask, kMaxLanes> bits {};
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        bits[lane] = LaneMask { 1 } << lane;
    return bits;
}();

template <typename Address> [[gnu::always_inline]] inline Address number_at(const std::byte* values, std::size_t lane)
{
    Address number {};
    std::memcpy(&number, values + lane * sizeof(Address), sizeof(Address));
    return number;
}

// See keys_of(). `first`: the address of one of the lanes, which those that do not take part get as well.
struct KeyRequest {
    const std::uint64_t* addresses = nullptr;
    LaneMask lanes = 0;
    std::uint64_t first = 0;
    unsigned shift = 0;
    std::uint64_t odd_bits = 0; // no address may have one of them

    [[nodiscard]] std::uint64_t base() const { return (first >> shift) - (std::uint64_t { 1 } << 31U); }
};

constexpr std::uint64_t kFar = 0xffff'ffff'0000'0000; // bits of a distance that is too long

// The bodies of these functions are inlined into a function for each level, and vectorize for it.
[[gnu::always_inline]] inline bool fill_keys(const KeyRequest& request, std::uint32_t* keys)
{
    const std::uint64_t base = request.base();
    std::uint64_t far = 0;
    std::uint64_t odd = 0;
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
        const std::uint64_t address = (request.lanes & kLaneBits[lane]) != 0 ? request.addresses[lane] : request.first;
        const std::uint64_t distance = (address >> request.shift) - base;
        odd |= address;
        far |= distance;
        keys[lane] = static_cast<std::uint32_t>(distance);
    }
    return (far & kFar) == 0 && (odd & request.odd_bits) == 0;
}

template <typename Address>
[[gnu::always_inline]] inline bool compare_distances(const std::byte* values, const LaneDistances& distances, LaneMask lanes)
{
    const Address first = number_at<Address>(values, lowest_lane(lanes));
    Address difference = 0;
    if (lanes == first_lanes(kMaxLanes)) {
        for (std::size_t lane = 0; lane < kMaxLanes; ++lane)
            difference |= number_at<Address>(values, lane) - first
                - static_cast<Address>(static_cast<std::int64_t>(distances.of_lane[lane]));
        return difference == 0;
    }
    for (std::size_t lane = 0; lane < kMaxLanes; ++lane) {
        const Address of_lane =
            number_at<Address>(values, lane) - first - static_cast<Address>(static_cast<std::int64_t>(distances.of_lane[lane]));
        difference |= (lanes & kLaneBits[lane]) != 0 ? of_lane : Address { 0 };
    }
    return difference == 0;
}

// Of a pair of lanes (lane, lane + distance) with one key, the upper one repeats it; cyclically, that may be the first.
constexpr LaneMask repeated_in_pairs(LaneMask same, unsigned distance, LaneMask lanes)
{
    same &= lanes & (lanes >> distance | lanes << (kMaxLanes - distance));
    return same << distance | (same & ~first_lanes(kMaxLanes - distance));
}

constexpr unsigned kGroup = 8;

constexpr LaneMask repeated_in_groups(LaneMask same, unsigned distance, LaneMask lanes)
{
    const LaneMask within = first_lanes(kGroup - distance) * 0x0101'0101U;
    return (same & within & lanes & lanes >> distance) << distance;
}

struct Level {
    bool (*fill_keys)(const KeyRequest& request, std::uint32_t* keys); // false: see keys_of()
    LaneMask (*repeated)(const LaneKeys& keys, LaneMask lanes);
    LaneMask (*repeated_of_groups)(const LaneKeys& keys, LaneMask lanes);
    LaneMask (*with_key)(const LaneKeys& keys, std::uint32_t key);
    bool (*distances32)(const std::byte* values, const LaneDistances& distances, LaneMask lanes);
    bool (*distances64)(const std::byte* values, const LaneDistances& distances, LaneMask lanes);
};

namespace any {

bool keys(const KeyRequest& request, std::uint32_t* result)
{
    return fill_keys(request, result);
}

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
        same |= keys.of_lane[lane] == key ? LaneMask { 1 } << lane : 0;
    return same;
}

bool distances32(const std::byte* values, const LaneDistances& distances, LaneMask lanes)
{
    return compare_distances<std::uint32_t>(values, distances, lanes);
}

bool distances64(const std::byte* values, const LaneDistances& distances, LaneMask lanes)
{
    return compare_distances<std::uint64_t>(values, distances, lanes);
}

constexpr Level kLevel { keys, repeated, repeated_of_groups, with_key, distances32, distances64 };

} // namespace any

#if defined(WARPSTAGE_HAS_LEVELS)

namespace avx2 {

#define WARPSTAGE_TARGET [[gnu::target("avx2,bmi,bmi2")]]

WARPSTAGE_TARGET bool keys(const KeyRequest& request, std::uint32_t* result)
{
    return fill_keys(request, result);
}

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

WARPSTAGE_TARGET bool distances32(const std::byte* values, const LaneDistances& distances, LaneMask lanes)
{
    return compare_distances<std::uint32_t>(values, distances, lanes);
}

WARPSTAGE_TARGET bool distances64(const std::byte* values, const LaneDistances& distances, LaneMask lanes)
{
    return compare_distances<std::uint64_t>(values, distances, lanes);
}

#undef WARPSTAGE_TARGET

constexpr Level kLevel { keys, repeated, repeated_of_groups, with_key, distances32, distances64 };

} // namespace avx2

namespace avx512 {

#define WARPSTAGE_TARGET [[gnu::target("avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi,bmi2")]]

// Instructions that write all elements are given with a mask: GCC 12 reports the others (bug 105593).
constexpr __mmask8 kAll8 = 0xff;
constexpr __mmask16 kAll16 = 0xffff;

WARPSTAGE_TARGET bool keys(const KeyRequest& request, std::uint32_t* result)
{
    const __m512i other = _mm512_set1_epi64(static_cast<long long>(request.first));
    const __m512i base = _mm512_set1_epi64(static_cast<long long>(request.base()));
    const __m128i count = _mm_cvtsi32_si128(static_cast<int>(request.shift));
    __m512i odd = _mm512_setzero_si512();
    __m512i far = _mm512_setzero_si512();
    for (unsigned lane = 0; lane < kMaxLanes; lane += 8) {
        const auto lanes = static_cast<__mmask8>(request.lanes >> lane);
        const __m512i address = _mm512_mask_loadu_epi64(other, lanes, request.addresses + lane);
        const __m512i distance = _mm512_sub_epi64(_mm512_maskz_srl_epi64(kAll8, address, count), base);
        odd = _mm512_or_si512(odd, address);
        far = _mm512_or_si512(far, distance);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(result + lane), _mm512_maskz_cvtepi64_epi32(kAll8, distance));
    }
    return _mm512_test_epi64_mask(far, _mm512_set1_epi64(static_cast<long long>(kFar))) == 0
        && _mm512_test_epi64_mask(odd, _mm512_set1_epi64(static_cast<long long>(request.odd_bits))) == 0;
}

struct Both {
    __m512i low;
    __m512i high;
};

WARPSTAGE_TARGET inline Both load(const LaneKeys& keys)
{
    return { _mm512_load_si512(keys.of_lane.data()), _mm512_load_si512(keys.of_lane.data() + kMaxLanes / 2) };
}

WARPSTAGE_TARGET inline LaneMask lanes_equal(const Both& a, const Both& b)
{
    return static_cast<LaneMask>(_mm512_cmpeq_epi32_mask(a.low, b.low))
        | static_cast<LaneMask>(_mm512_cmpeq_epi32_mask(a.high, b.high)) << kMaxLanes / 2;
}

// The key of the lane kDistance further, cyclically.
template <unsigned kDistance> WARPSTAGE_TARGET inline Both turned(const Both& keys)
{
    if constexpr (kDistance == kMaxLanes / 2)
        return { keys.high, keys.low };
    else
        return { _mm512_maskz_alignr_epi32(kAll16, keys.high, keys.low, kDistance),
            _mm512_maskz_alignr_epi32(kAll16, keys.low, keys.high, kDistance) };
}

template <unsigned... kBefore>
WARPSTAGE_TARGET inline LaneMask repeated_in(const Both& keys, LaneMask lanes, std::integer_sequence<unsigned, kBefore...>)
{
    return (repeated_in_pairs(lanes_equal(keys, turned<kBefore + 1>(keys)), kBefore + 1, lanes) | ...);
}

template <unsigned... kBefore>
WARPSTAGE_TARGET inline LaneMask repeated_of_groups_in(
    const Both& keys, LaneMask lanes, std::integer_sequence<unsigned, kBefore...>)
{
    return (repeated_in_groups(lanes_equal(keys, turned<kBefore + 1>(keys)), kBefore + 1, lanes) | ...);
}

WARPSTAGE_TARGET LaneMask repeated(const LaneKeys& keys, LaneMask lanes)
{
    return repeated_in(load(keys), lanes, std::make_integer_sequence<unsigned, kMaxLanes / 2> {});
}

WARPSTAGE_TARGET LaneMask repeated_of_groups(const LaneKeys& keys, LaneMask lanes)
{
    return repeated_of_groups_in(load(keys), lanes, std::make_integer_sequence<unsigned, kGroup - 1> {});
}

WARPSTAGE_TARGET LaneMask with_key(const LaneKeys& keys, std::uint32_t key)
{
    const __m512i wanted = _mm512_set1_epi32(static_cast<int>(key));
    return lanes_equal(load(keys), { wanted, wanted });
}

WARPSTAGE_TARGET bool distances32(const std::byte* values, const LaneDistances& distances, LaneMask lanes)
{
    const __m512i first = _mm512_set1_epi32(static_cast<int>(number_at<std::uint32_t>(values, lowest_lane(lanes))));
    LaneMask differ = 0;
    for (unsigned lane = 0; lane < kMaxLanes; lane += 16) {
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

#undef WARPSTAGE_TARGET

constexpr Level kLevel { keys, repeated, repeated_of_groups, with_key, distances32, distances64 };

} // namespace avx512

#endif

const Level* best_level()
{
#if defined(WARPSTAGE_HAS_LEVELS)
    if (has_lane_row_level(LaneRowLevel::avx512))
        return &avx512::kLevel;
    if (has_lane_row_level(LaneRowLevel::avx2))
        return &avx2::kLevel;
#endif
    return &any::kLevel;
}

const Level* level = best_level();

} // namespace

bool has_lane_row_level(LaneRowLevel wanted)
{
    switch (wanted) {
    case LaneRowLevel::any:
        return true;
#if defined(WARPSTAGE_HAS_LEVELS)
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
    level = &any::kLevel;
#if defined(WARPSTAGE_HAS_LEVELS)
    if (wanted == LaneRowLevel::avx512)
        level = &avx512::kLevel;
    if (wanted == LaneRowLevel::avx2)
        level = &avx2::kLevel;
#endif
}

std::optional<LaneKeys> keys_of(
    std::span<const std::uint64_t, kMaxLanes> addresses, LaneMask lanes, unsigned shift, std::uint32_t bytes)
{
    std::optional<LaneKeys> keys(std::in_place);
    if (!level->fill_keys({ addresses.data(), lanes, addresses[lowest_lane(lanes)], shift, bytes - 1 }, keys->of_lane.data()))
        keys.reset();
    return keys;
}

LaneMask repeated_lanes(const LaneKeys& keys, LaneMask lanes)
{
    return level->repeated(keys, lanes);
}

LaneMask repeated_lanes_of_groups(const LaneKeys& keys, LaneMask lanes)
{
    return level->repeated_of_groups(keys, lanes);
}

LaneMask lanes_with_key(const LaneKeys& keys, std::uint32_t key)
{
    return level->with_key(keys, key);
}

bool has_distances(const std::byte* values, std::uint32_t bytes, const LaneDistances& distances, LaneMask lanes)
{
    return bytes == sizeof(std::uint32_t) ? level->distances32(values, distances, lanes)
                                          : level->distances64(values, distances, lanes);
}

} // namespace warpstage
