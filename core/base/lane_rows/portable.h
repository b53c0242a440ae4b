// The functions of a level without instructions of its own, as inline bodies: they vectorize for the level that calls them.
#pragma once

#include "core/base/lane_rows/level.h"

#include <algorithm>

namespace warpstage::lane_rows::portable {

// A table lookup and a comparison vectorize; a shift by the lane's number would not.
constexpr auto kLaneBits = [] {
    std::array<LaneMask, kMaxLanes> bits {};
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        bits[lane] = LaneMask { 1 } << lane;
    return bits;
}();

template <typename Address>
[[gnu::always_inline]] inline bool fill_keys_of(const LaneRow& row, std::uint32_t bytes, std::uint32_t* keys)
{
    const auto base = key_base<Address>(row);
    std::uint64_t far = 0;
    std::uint32_t odd = 0;
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
        const auto distance = static_cast<Address>(number_at<Address>(row.values, lane) - base.subtrahend);
        const Address key = (row.lanes & kLaneBits[lane]) != 0 ? distance : static_cast<Address>(base.first);
        far |= key;
        odd |= static_cast<std::uint32_t>(key);
        keys[lane] = static_cast<std::uint32_t>(key);
    }
    return (far & kFar) == 0 && (odd & (bytes - 1)) == 0;
}

// Of the addresses themselves.
[[gnu::always_inline]] inline bool fill_keys(const LaneRow& row, std::uint32_t bytes, LaneKeys& keys)
{
    return row.bytes == sizeof(std::uint32_t) ? fill_keys_of<std::uint32_t>(row, bytes, keys.of_lane.data())
                                              : fill_keys_of<std::uint64_t>(row, bytes, keys.of_lane.data());
}

[[gnu::always_inline]] inline void shift_keys(LaneKeys& keys, unsigned shift)
{
    for (std::uint32_t& key : keys.of_lane)
        key >>= shift;
}

[[gnu::always_inline]] inline bool keys(const LaneRow& row, unsigned shift, std::uint32_t bytes, LaneKeys& result)
{
    if (!fill_keys(row, bytes, result))
        return false;
    shift_keys(result, shift);
    return true;
}

// Whether no lane has a lower key than the one before it; counts the keys if so.
[[gnu::always_inline]] inline bool count_ascending(
    const LaneKeys& keys, LaneMask lanes, std::uint32_t unit_mask, DistinctCount& count)
{
    std::uint32_t descends = 0;
    count = { 1, 1 };
    if (lanes == first_lanes(kMaxLanes)) {
        for (unsigned lane = 1; lane < kMaxLanes; ++lane) {
            const std::uint32_t before = keys.of_lane[lane - 1];
            const std::uint32_t key = keys.of_lane[lane];
            descends |= key < before ? 1U : 0U;
            count.addresses += key != before ? 1U : 0U;
            count.units += ((key ^ before) & unit_mask) != 0 ? 1U : 0U;
        }
        return descends == 0;
    }
    std::uint32_t before = keys.of_lane[lowest_lane(lanes)];
    for_each_lane(lanes, [&](unsigned lane) {
        const std::uint32_t key = keys.of_lane[lane];
        descends |= key < before ? 1U : 0U;
        count.addresses += key != before ? 1U : 0U;
        count.units += ((key ^ before) & unit_mask) != 0 ? 1U : 0U;
        before = key;
    });
    return descends == 0;
}

using Repeated = LaneMask (*)(const LaneKeys& keys, LaneMask lanes);

[[gnu::always_inline]] inline bool is_known(const KnownRow* known, const LaneKeys& keys, LaneMask lanes)
{
    if (known == nullptr || known->lanes != lanes)
        return false;
    std::uint32_t differ = 0;
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        differ |= known->keys[lane] ^ keys.of_lane[lane];
    return differ == 0;
}

// Its counts follow.
[[gnu::always_inline]] inline void learn(KnownRow* known, const LaneKeys& keys, LaneMask lanes)
{
    if (known == nullptr)
        return;
    known->keys = keys.of_lane;
    known->lanes = lanes;
}

template <Repeated kRepeated>
[[gnu::always_inline]] inline bool distinct(
    const LaneRow& row, unsigned shift, std::uint32_t bytes, DistinctCount& count, KnownRow* known)
{
    LaneKeys keys;
    if (!fill_keys(row, bytes, keys))
        return false;
    if (is_known(known, keys, row.lanes)) {
        count = known->distinct;
        return true;
    }
    learn(known, keys, row.lanes);
    if (count_ascending(keys, row.lanes, ~((1U << shift) - 1U), count)) {
        if (known != nullptr)
            known->distinct = count;
        return true;
    }
    count.addresses = lane_count(row.lanes & ~kRepeated(keys, row.lanes));
    shift_keys(keys, shift);
    count.units = lane_count(row.lanes & ~kRepeated(keys, row.lanes));
    if (known != nullptr)
        known->distinct = count;
    return true;
}

template <Repeated kRepeatedOfGroups>
[[gnu::always_inline]] inline bool distinct_of_groups(const LaneRow& row, unsigned shift, std::uint32_t& count)
{
    LaneKeys keys;
    if (!portable::keys(row, shift, 1, keys))
        return false;
    count = lane_count(row.lanes & ~kRepeatedOfGroups(keys, row.lanes));
    return true;
}

[[gnu::always_inline]] inline bool pairs_agree(const LaneKeys& keys, LaneMask lanes, unsigned distance)
{
    LaneMask differ = 0;
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        differ |= keys.of_lane[lane] != keys.of_lane[lane ^ distance] ? kLaneBits[lane] : 0;
    return (differ & lanes & partners_of(lanes, distance)) == 0;
}

using WithKey = LaneMask (*)(const LaneKeys& keys, std::uint32_t key);

template <Repeated kRepeated, WithKey kWithKey>
[[gnu::always_inline]] inline bool banks(const LaneRow& row, const BankRequest& request, BankCount& count, KnownRow* known)
{
    LaneKeys keys;
    if (!fill_keys(row, request.bytes, keys))
        return false;
    if (is_known(known, keys, row.lanes)) {
        count = known->banks;
        return true;
    }
    learn(known, keys, row.lanes);
    const std::uint32_t banks = kBytesOfBanks / word_bytes(request);
    unsigned width = banks;
    if (request.merges && width < kMaxLanes && (pairs_agree(keys, row.lanes, 1) || pairs_agree(keys, row.lanes, 2)))
        width *= 2;
    count = {};
    if (request.atomic) {
        count.same_address = 1;
        for (LaneMask rest = kRepeated(keys, row.lanes); rest != 0;) {
            const LaneMask same = kWithKey(keys, keys.of_lane[lowest_lane(rest)]) & row.lanes;
            rest &= ~same;
            count.same_address = std::max(count.same_address, lane_count(same));
        }
    }
    shift_keys(keys, shift_of(word_bytes(request)));
    for (unsigned first = 0; first < kMaxLanes; first += width) {
        const LaneMask lanes = row.lanes & (first_lanes(width) << first);
        if (lanes == 0)
            continue;
        const LaneMask distinct = request.multicast ? lanes & ~kRepeated(keys, lanes) : lanes;
        std::array<std::uint8_t, kMaxLanes> words {}; // by bank
        for_each_lane(distinct, [&](unsigned lane) { ++words[keys.of_lane[lane] & (banks - 1)]; });
        count.wavefronts += *std::max_element(words.begin(), words.end());
        ++count.phases;
    }
    if (known != nullptr)
        known->banks = count;
    return true;
}

template <typename Address>
[[gnu::always_inline]] inline bool has_distances(const std::byte* values, const LaneDistances& distances, LaneMask lanes)
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

} // namespace warpstage::lane_rows::portable
