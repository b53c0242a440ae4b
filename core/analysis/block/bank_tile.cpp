#include "core/analysis/block/bank_tile.h"

#include "core/analysis/requests.h"

#include <set>

namespace warpstage::analysis {

std::vector<std::uint32_t> words_by_bank(const BankTile& tile, std::uint32_t banks, std::uint32_t bank_bytes)
{
    std::vector<std::uint32_t> result(banks, 0);
    std::set<std::uint64_t> words;
    for (const TilePlace place : tile.access) {
        const std::uint64_t address = tile.address_of(place);
        for (std::uint64_t word = address / bank_bytes; word * bank_bytes < address + tile.element_bytes; ++word)
            if (words.insert(word).second)
                ++result[word % banks];
    }
    return result;
}

std::vector<TilePlace> places_of(const BankTile& tile, LaneMask lanes, std::span<const std::uint64_t, kMaxLanes> addresses)
{
    std::vector<TilePlace> places;
    const std::uint64_t pitch = std::uint64_t { tile.columns } + tile.padding;
    if (pitch == 0 || tile.element_bytes == 0)
        return places;
    for_each_lane(lanes, [&](unsigned lane) {
        if (addresses[lane] < tile.offset)
            return;
        const std::uint64_t element = (addresses[lane] - tile.offset) / tile.element_bytes;
        if (element / pitch < tile.rows)
            places.push_back({ static_cast<std::uint32_t>(element / pitch), static_cast<std::uint32_t>(element % pitch) });
    });
    return places;
}

void count_wavefronts(BankTile& tile, const simt::Access& access, const arch::Traits& traits)
{
    simt::Access moved = access;
    std::size_t next = 0;
    for_each_lane(access.lanes, [&](unsigned lane) { moved.addresses[lane] = tile.address_of(tile.access[next++]); });
    const arch::SharedCount count = arch::count_shared(traits, shared_request_of(moved));
    tile.wavefronts = count.wavefronts;
    tile.ideal = count.ideal;
}

} // namespace warpstage::analysis
