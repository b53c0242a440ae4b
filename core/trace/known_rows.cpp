#include "core/trace/known_rows.h"

#include "core/base/lane_mask.h"

#include <algorithm>
#include <utility>

namespace warpstage::trace {

namespace {

// False: they do not fit.
template <typename Address> bool keep_distances(const simt::AddressRow& row, LaneDistances& distances)
{
    const auto address_of = [&](unsigned lane) {
        Address address {};
        std::memcpy(&address, row.values + lane * sizeof(Address), sizeof(Address));
        return address;
    };
    const Address first = address_of(lowest_lane(row.lanes));
    bool fits = true;
    for_each_lane(row.lanes, [&](unsigned lane) {
        const Address distance = address_of(lane) - first;
        distances.of_lane[lane] = static_cast<std::int32_t>(static_cast<std::uint32_t>(distance));
        fits = fits && static_cast<Address>(static_cast<std::int64_t>(distances.of_lane[lane])) == distance;
    });
    return fits;
}

std::size_t hash_of(const LaneDistances& distances)
{
    std::size_t hash = 0;
    for (const std::int32_t distance : distances.of_lane)
        hash = (hash ^ static_cast<std::uint32_t>(distance)) * 0x9e3779b97f4a7c15;
    return hash;
}

} // namespace

const LaneDistances& KnownRows::kept(const LaneDistances& distances)
{
    const std::size_t hash = hash_of(distances);
    const auto [first, last] = m_distances.equal_range(hash);
    const auto known = std::find_if(first, last, [&](const auto& one) { return one.second == distances; });
    return known != last ? known->second : m_distances.emplace(hash, distances)->second;
}

KnownRows::Found KnownRows::learnable(std::uint32_t pc, const simt::AddressRow& row, InstructionTotals& totals)
{
    if (m_sites[pc] == nullptr)
        m_sites[pc] = std::make_unique<Site>();
    Site& site = *m_sites[pc];
    m_misses[pc] = static_cast<std::uint8_t>(std::min<unsigned>(m_misses[pc] + kMiss, kMaxMisses));
    const Key key = key_of(row);
    Row& first = site.rows[key.places[0]];
    Row& second = site.rows[key.places[1]];
    Row& entry = first.lanes == 0 || (second.lanes != 0 && ++site.replaced % 2 != 0) ? first : second;
    if (entry.lanes != 0)
        totals.patterns[entry.pattern].count += entry.count;
    entry.lanes = 0;
    entry.offset = key.offset;
    entry.space = row.space;
    entry.count = 0;
    m_unknown_distances = {};
    const bool fits = row.bytes == sizeof(std::uint64_t) ? keep_distances<std::uint64_t>(row, m_unknown_distances)
                                                         : keep_distances<std::uint32_t>(row, m_unknown_distances);
    m_unknown = fits ? &entry : nullptr;
    m_unknown_pc = pc;
    m_unknown_lanes = row.lanes;
    return Found::unknown;
}

void KnownRows::learn(std::uint32_t pc, std::optional<std::uint32_t> pattern)
{
    Row* const entry = std::exchange(m_unknown, nullptr);
    if (entry == nullptr || m_unknown_pc != pc || !pattern)
        return;
    entry->distances = &kept(m_unknown_distances);
    entry->lanes = m_unknown_lanes;
    entry->pattern = *pattern;
}

void KnownRows::finish(std::vector<InstructionTotals>& totals)
{
    for (std::size_t pc = 0; pc < m_sites.size(); ++pc) {
        if (m_sites[pc] == nullptr)
            continue;
        for (const Row& row : m_sites[pc]->rows)
            if (row.lanes != 0)
                totals[pc].patterns[row.pattern].count += row.count;
        m_sites[pc].reset();
    }
    std::ranges::fill(m_misses, std::uint8_t { 0 });
    m_distances.clear();
    m_unknown = nullptr;
}

} // namespace warpstage::trace
