#include "core/timing/block_places.h"

#include <algorithm>
#include <bit>

namespace warpstage::timing {

namespace {

struct Load {
    std::uint64_t address = 0; // of its first sector
    std::size_t region = 0;
};

// Of the first warp of a block.
std::vector<Load> loads_of(const BlockStream& stream, const std::vector<Region>& regions)
{
    std::vector<Load> loads;
    if (stream.warps.empty())
        return loads;
    for (const StreamStep& step : stream.warps.front()) {
        if (step.memory == 0)
            continue;
        const MemoryUse& use = stream.memory[step.memory - 1];
        if (use.kind != simt::AccessKind::load || use.is_local || use.lines == 0)
            continue;
        const LineUse& line = stream.lines_of(use).front();
        if (const auto region = region_at(regions, line.line))
            loads.push_back({ line.line * 128 + static_cast<unsigned>(std::countr_zero(line.sectors)) * kSectorOfLine, *region });
    }
    return loads;
}

// How far the loads of `other` are from those of `own`, if it is the same distance for nearly all loads from a region.
std::optional<BlockPlaces::Shifts> shifts_between(
    const std::vector<Load>& own, const std::vector<Load>& other, std::size_t regions)
{
    constexpr double kMost = 0.9;
    if (own.size() != other.size() || !std::ranges::equal(own, other, {}, &Load::region, &Load::region))
        return {};
    BlockPlaces::Shifts shifts(regions);
    std::vector<bool> known(regions);
    double equal = 0.0;
    for (std::size_t i = 0; i < own.size(); ++i) {
        const auto shift = static_cast<std::int64_t>(other[i].address - own[i].address);
        if (!known[own[i].region])
            shifts[own[i].region] = shift;
        known[own[i].region] = true;
        equal += shift == shifts[own[i].region] ? 1.0 : 0.0;
    }
    if (equal < kMost * static_cast<double>(own.size()))
        return {};
    return shifts;
}

} // namespace

std::optional<std::size_t> region_at(const std::vector<Region>& regions, std::uint64_t line)
{
    const auto above = std::ranges::upper_bound(regions, line, {}, &Region::first_line);
    if (above == regions.begin() || line >= std::prev(above)->end_line)
        return {};
    return static_cast<std::size_t>(std::prev(above) - regions.begin());
}

std::optional<BlockPlaces> BlockPlaces::make(const LaunchSample& sample, const std::vector<Region>& regions)
{
    BlockPlaces places;
    places.m_regions = regions.size();
    places.m_columns = std::max<std::uint64_t>(1, sample.grid.x);
    const std::vector<Load> own = loads_of(sample.streams.front(), regions);
    if (own.empty())
        return {};
    for (const bool in_row : { true, false }) {
        Axis& axis = in_row ? places.m_in_row : places.m_rows;
        for (std::uint64_t distance = in_row ? 1 : places.m_columns;; distance *= 2) {
            const auto found = std::ranges::find(sample.blocks, distance);
            if (found == sample.blocks.end() || (in_row && distance >= places.m_columns))
                break;
            const BlockStream& other = sample.streams[static_cast<std::size_t>(found - sample.blocks.begin())];
            auto shifts = shifts_between(own, loads_of(other, regions), regions.size());
            if (!shifts)
                return {};
            axis.push_back(*std::move(shifts));
        }
    }
    if (places.m_in_row.empty() && places.m_columns > 1)
        return {};
    places.m_known = places.m_rows.empty() ? std::min(sample.grid.count(), places.m_columns) : sample.grid.count();
    return places;
}

BlockPlaces::Shifts BlockPlaces::of(std::uint64_t block) const
{
    Shifts sum(m_regions);
    add(sum, m_in_row, block % m_columns);
    add(sum, m_rows, block / m_columns);
    return sum;
}

void BlockPlaces::add(Shifts& sum, const Axis& axis, std::uint64_t index)
{
    for (std::size_t bit = 0; index >> bit != 0 && !axis.empty(); ++bit) {
        if ((index >> bit & 1U) == 0)
            continue;
        const std::size_t sampled = std::min(bit, axis.size() - 1);
        for (std::size_t region = 0; region < sum.size(); ++region)
            sum[region] += axis[sampled][region] * (std::int64_t { 1 } << (bit - sampled));
    }
}

} // namespace warpstage::timing
