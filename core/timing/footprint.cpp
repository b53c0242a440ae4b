#include "core/timing/footprint.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <optional>

namespace warpstage::timing {

namespace {

constexpr std::uint64_t kLineBytes = 128;
constexpr double kBytesOfSector = 32.0;

using Sectors = std::map<std::uint64_t, std::uint8_t>; // by line

// Sectors of one buffer that a block touches.
Sectors sectors_of(const BlockStream& stream, const BufferRange& buffer)
{
    Sectors sectors;
    const std::uint64_t first = buffer.address / kLineBytes;
    const std::uint64_t end = (buffer.address + buffer.bytes + kLineBytes - 1) / kLineBytes;
    for (const LineUse& use : stream.lines)
        if (use.line >= first && use.line < end)
            sectors[use.line] |= use.sectors;
    return sectors;
}

double count(const Sectors& sectors)
{
    double sum = 0.0;
    for (const auto& [line, mask] : sectors)
        sum += std::popcount(mask);
    return sum;
}

double count_common(const Sectors& a, const Sectors& b)
{
    double sum = 0.0;
    for (const auto& [line, mask] : a)
        if (const auto found = b.find(line); found != b.end())
            sum += std::popcount(static_cast<std::uint8_t>(mask & found->second));
    return sum;
}

// Different sectors that `blocks` of them touch, if the next one shares `common` of its `each` with the one before.
double spread(double each, double common, double blocks)
{
    return each + (blocks - 1.0) * (each - common);
}

} // namespace

std::vector<Region> regions_of(std::span<const BufferRange> buffers, std::span<const std::uint64_t> blocks,
    std::span<const BlockStream> streams, const Dim3& grid, const CacheScope& scope)
{
    const auto stream_of_block = [&](std::uint64_t block) -> const BlockStream* {
        const auto found = std::ranges::find(blocks, block);
        return found == blocks.end() ? nullptr : &streams[static_cast<std::size_t>(found - blocks.begin())];
    };
    const auto all = static_cast<double>(grid.count());
    double footprint = 0.0;
    for (const BufferRange& buffer : buffers)
        footprint += static_cast<double>(buffer.bytes);
    const bool fits = footprint <= scope.l2_bytes;
    const double together = fits ? all : std::min(all, static_cast<double>(scope.resident));
    const double columns = std::min<double>(together, grid.x);
    const double rows = std::ceil(together / columns);

    std::vector<Region> regions;
    for (const BufferRange& buffer : buffers) {
        const Sectors own = sectors_of(streams.front(), buffer);
        const double each = count(own);
        Region region { buffer.address / kLineBytes, (buffer.address + buffer.bytes + kLineBytes - 1) / kLineBytes, 1.0 };
        if (each > 0.0 && together > 1.0) {
            const auto common = [&](std::uint64_t block) {
                const BlockStream* neighbor = stream_of_block(block);
                return neighbor == nullptr || block == 0 ? 0.0 : count_common(own, sectors_of(*neighbor, buffer));
            };
            const double row = spread(each, grid.x > 1 ? common(1) : 0.0, columns);
            const double share_of_rows = grid.count() > grid.x ? common(grid.x) / each : 0.0;
            const double different = row * (1.0 + (rows - 1.0) * (1.0 - share_of_rows));
            const double whole = std::ceil(static_cast<double>(buffer.bytes) / kBytesOfSector);
            const double distinct = std::min(different, whole);
            const double touches = std::max(distinct, each * together);
            const double held = distinct * kBytesOfSector > 0.0 ? std::min(1.0, scope.l2_bytes / (distinct * kBytesOfSector)) : 1.0;
            region.cold = std::clamp((distinct + (touches - distinct) * (1.0 - held)) / touches, 0.0, 1.0);
        }
        regions.push_back(region);
    }
    std::ranges::sort(regions, {}, &Region::first_line);
    return regions;
}

} // namespace warpstage::timing
