#include "core/arch/constant_local.h"

#include <algorithm>
#include <array>
#include <utility>

namespace warpstage::arch {

namespace {

// Number of distinct keys.
template <typename Key, std::size_t N> std::uint32_t distinct(std::array<Key, N>& keys, std::size_t count)
{
    const auto end = keys.begin() + static_cast<std::ptrdiff_t>(count);
    std::sort(keys.begin(), end);
    return static_cast<std::uint32_t>(std::unique(keys.begin(), end) - keys.begin());
}

} // namespace

SplitCount count_constant(const Traits& traits, const LaneAddresses& request)
{
    const unsigned width = traits.capability.major == 1 ? 16 : 32;
    const std::uint64_t word_bytes = std::max(request.bytes, 4U);
    SplitCount split;
    for (unsigned first = 0; first < kMaxLanes; first += width) {
        std::array<std::uint64_t, kMaxLanes> words {};
        std::size_t count = 0;
        for_each_lane(request.lanes & (first_lanes(width) << first),
            [&](unsigned lane) { words[count++] = request.addresses[lane] / word_bytes; });
        split.cost += distinct(words, count);
        split.ideal += count != 0 ? 1 : 0;
    }
    return split;
}

SplitCount count_local(const LaneAddresses& request)
{
    constexpr unsigned kLanesOfSector = 8; // 32 bytes, 4 of each lane
    const std::uint64_t words = std::max(request.bytes / 4, 1U); // of one lane
    std::array<std::pair<std::uint64_t, unsigned>, kMaxLanes>
        sectors; // for the first word: word of the thread, and group of lanes
    std::array<unsigned, kMaxLanes> groups {};
    std::size_t count = 0;
    for_each_lane(request.lanes, [&](unsigned lane) {
        groups[count] = lane / kLanesOfSector;
        sectors[count++] = { request.addresses[lane] / 4 / words, lane / kLanesOfSector };
    });
    return { .cost = distinct(sectors, count) * static_cast<std::uint32_t>(words),
        .ideal = distinct(groups, count) * static_cast<std::uint32_t>(words) };
}

} // namespace warpstage::arch
