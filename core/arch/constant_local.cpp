#include "core/arch/constant_local.h"

#include "core/arch/row_counts.h"

#include <algorithm>
#include <array>
#include <bit>

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
    if (request.lanes != 0 && count_constant_row(traits, request.bytes, lane_row(request.addresses, request.lanes), split))
        return split;
    split = {};
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
    const std::uint32_t words = std::max(request.bytes / 4, 1U); // of one lane: 1, 2 or 4
    const unsigned shift = static_cast<unsigned>(std::bit_width(words)) + 1; // from an address to the first of these words
    SplitCount split;
    if (request.lanes != 0 && count_local_row(request.bytes, lane_row(request.addresses, request.lanes), split))
        return split;
    split = {};
    for (unsigned first = 0; first < kMaxLanes; first += kLanesOfSector) {
        std::array<std::uint64_t, kLanesOfSector> sectors {}; // without repetitions
        std::size_t count = 0;
        for_each_lane(request.lanes & (first_lanes(kLanesOfSector) << first), [&](unsigned lane) {
            const std::uint64_t sector = request.addresses[lane] >> shift;
            const auto end = sectors.begin() + static_cast<std::ptrdiff_t>(count);
            if (std::find(sectors.begin(), end, sector) == end)
                sectors[count++] = sector;
        });
        split.cost += static_cast<std::uint32_t>(count) * words;
        split.ideal += count != 0 ? words : 0;
    }
    return split;
}

} // namespace warpstage::arch
