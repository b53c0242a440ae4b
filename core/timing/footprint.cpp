#include "core/timing/footprint.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

namespace warpstage::timing {

namespace {

constexpr std::uint64_t kLineBytes = 128;
constexpr double kBytesOfSector = 32.0;

using Sectors = std::map<std::uint64_t, std::uint8_t>; // by line

// Sectors of one buffer that a block accesses.
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

// The sectors of a block that more than half of the other ones access, too, and the rest: the root of a tree and its leaves. Each
// part is shared evenly, the whole is not.
std::array<Sectors, 2> parted(const Sectors& own, std::span<const Sectors* const> others)
{
    std::array<Sectors, 2> parts;
    for (const auto& [line, mask] : own)
        for (std::uint8_t sector = 1; sector < 16; sector = static_cast<std::uint8_t>(sector << 1)) {
            if ((mask & sector) == 0)
                continue;
            const auto users = std::ranges::count_if(others, [&, line = line](const Sectors* other) {
                const auto found = other->find(line);
                return found != other->end() && (found->second & sector) != 0;
            });
            parts[2 * static_cast<std::size_t>(users) > others.size() ? 0 : 1][line] |= sector;
        }
    return parts;
}

std::optional<Sectors> without(const Sectors* sectors, const Sectors& lines)
{
    if (sectors == nullptr)
        return {};
    Sectors rest = *sectors;
    std::erase_if(rest, [&](const auto& entry) { return lines.contains(entry.first); });
    return rest;
}

// Blocks in a row or a column of the grid, at distances that double. Null: not sampled.
struct Axis {
    std::vector<const Sectors*> others; // at 1, 2, 4, ... times the first distance
};

// Sectors that blocks access, each as many as `own`. Twice as many blocks access twice as many sectors less those in common: as
// many as the blocks at their distance share, and at least those that each block shares with the next one, as windows that
// overlap.
double distinct_sectors(const Sectors& own, std::span<const Axis> axes, double blocks)
{
    const double each = count(own);
    if (each == 0.0)
        return 0.0;
    double distinct = 1.0; // relative to `each`
    double counted = 1.0; // blocks
    for (const Axis& axis : axes) {
        const double of_line = distinct; // before this axis
        double next = 0.0; // share of a block's sectors that each following block accesses, too
        for (std::size_t i = 0; i < axis.others.size(); ++i) {
            const double common = count_common(own, *axis.others[i]) / each;
            if (i == 0 && axis.others.size() > 1)
                next = std::min(common, count_common(*axis.others[0], *axis.others[1]) / std::max(1.0, count(*axis.others[0])));
            distinct = 2.0 * distinct - std::max(common * distinct, next * of_line);
            counted *= 2.0;
        }
    }
    return each * blocks * distinct / counted;
}

// Bytes from the first to the last line that the resident blocks access, assuming that consecutive blocks are as far apart as
// blocks 0 and 1, and consecutive rows as the first two.
double extent_of(const Sectors& own, const Sectors* next, const Sectors* below, double columns, double rows)
{
    const auto first = [](const Sectors& sectors) {
        return static_cast<double>(sectors.begin()->first);
    };
    const double length = static_cast<double>(own.rbegin()->first) - first(own) + 1.0;
    const double step = next != nullptr && !next->empty() ? std::abs(first(*next) - first(own)) : length;
    const double row = below != nullptr && !below->empty() ? std::abs(first(*below) - first(own)) : step * columns;
    return kLineBytes * (length + step * (columns - 1.0) + row * (rows - 1.0));
}

// Bytes from the first to the last line of all these blocks: blocks 0 and 1 can be closer than later ones.
double span_of(const Sectors& own, std::span<const Sectors> others)
{
    std::uint64_t first = own.begin()->first;
    std::uint64_t last = own.rbegin()->first;
    for (const Sectors& other : others)
        if (!other.empty()) {
            first = std::min(first, other.begin()->first);
            last = std::max(last, other.rbegin()->first);
        }
    return static_cast<double>(last - first + 1) * kLineBytes;
}

// Bytes of neighboring data that concurrent blocks access. `others`: blocks whose distances from block 0 double, so each one
// moves what is known so far by its offset: if nothing is between them, the run is longer by this offset. The block's own pieces
// that are one row of a matrix apart grow together as soon as a run is as long as a row.
double run_of(const Sectors& own, std::span<const Sectors* const> others)
{
    std::vector<std::uint64_t> begins; // of pieces of the block
    double length = 0.0; // bytes of all of them
    std::uint64_t end = 0;
    for (const auto& [line, mask] : own)
        for (unsigned sector = 0; sector < 4; ++sector) {
            if ((mask >> sector & 1U) == 0)
                continue;
            const std::uint64_t at = line * kLineBytes + sector * 32;
            if (begins.empty() || at != end)
                begins.push_back(at);
            end = at + 32;
            length += kBytesOfSector;
        }
    if (begins.empty())
        return 0.0;
    double run = length / static_cast<double>(begins.size());
    std::vector<double> offsets;
    for (const Sectors* other : others)
        if (!other->empty()) {
            const auto first = static_cast<std::int64_t>(
                other->begin()->first * kLineBytes + static_cast<unsigned>(std::countr_zero(other->begin()->second)) * 32U);
            offsets.push_back(std::abs(static_cast<double>(first - static_cast<std::int64_t>(begins.front()))));
        }
    double row = std::numeric_limits<double>::infinity(); // distance of the pieces
    for (std::size_t i = 1; i < begins.size(); ++i)
        row = std::min(row, static_cast<double>(begins[i] - begins[i - 1]));
    std::ranges::sort(offsets);
    const auto between = static_cast<double>(begins.back() - begins.front());
    bool rows_meet = false;
    const auto join_rows = [&] {
        if (!rows_meet && row <= run) {
            rows_meet = true;
            run += between;
        }
    };
    for (const double offset : offsets) {
        join_rows();
        if (offset > run)
            break;
        run += offset;
    }
    join_rows();
    return run;
}

// Sectors of a block: the mean of those that are modeled.
double mean_of_modeled(const std::map<std::uint64_t, Sectors>& of_blocks, std::span<const std::uint64_t> blocks)
{
    const std::size_t modeled = std::min(kModeledBlocks, blocks.size());
    double sum = 0.0;
    for (const std::uint64_t block : blocks.first(modeled))
        sum += count(of_blocks.at(block));
    return sum / static_cast<double>(modeled);
}

// Whether a sampled block accesses the buffer.
bool is_accessed(const BufferRange& buffer, std::span<const BlockStream> streams)
{
    const std::uint64_t first = buffer.address / kLineBytes;
    const std::uint64_t end = (buffer.address + buffer.bytes + kLineBytes - 1) / kLineBytes;
    return std::ranges::any_of(streams, [&](const BlockStream& stream) {
        return std::ranges::any_of(stream.lines, [&](const LineUse& use) { return use.line >= first && use.line < end; });
    });
}

// The fraction of `bytes` that a cache still holds when a loop accesses them again. With random replacement, a line survives n
// misses in a cache of c lines with the probability exp(-n / c).
double kept_in_loop(double bytes, double cache)
{
    if (bytes <= cache)
        return 1.0;
    double kept = 0.0;
    constexpr int kRounds = 100; // of a fixed-point iteration from below
    for (int i = 0; i < kRounds; ++i)
        kept = std::exp(-(1.0 - kept) * bytes / cache);
    return kept;
}

} // namespace

std::vector<std::uint64_t> sharing_distances(const Dim3& grid, std::uint64_t resident)
{
    std::vector<std::uint64_t> distances;
    for (std::uint64_t d = 1; d < std::min<std::uint64_t>(grid.x, resident); d *= 2)
        distances.push_back(d);
    for (std::uint64_t d = grid.x; d < std::min(grid.count(), resident); d *= 2)
        distances.push_back(d);
    return distances;
}

std::vector<Region> regions_of(std::span<const BufferRange> buffers, std::span<const std::uint64_t> blocks,
    std::span<const BlockStream> streams, const Dim3& grid, const CacheScope& scope)
{
    const auto all = static_cast<double>(grid.count());
    double footprint = 0.0;
    for (const BufferRange& buffer : buffers)
        if (is_accessed(buffer, streams))
            footprint += static_cast<double>(buffer.bytes);
    const bool fits = footprint <= scope.l2_bytes;
    const double together = fits ? all : std::min(all, static_cast<double>(scope.resident));
    const double columns = std::min<double>(together, grid.x);
    const double rows = std::ceil(together / columns);

    std::vector<Region> regions;
    double accessed = 0.0; // bytes, by the whole launch
    for (const BufferRange& buffer : buffers) {
        std::map<std::uint64_t, Sectors> of_blocks;
        for (std::size_t i = 0; i < blocks.size(); ++i)
            of_blocks[blocks[i]] = sectors_of(streams[i], buffer);
        const auto find = [&](std::uint64_t block) {
            return of_blocks.contains(block) ? &of_blocks[block] : nullptr;
        };
        const Sectors& own = of_blocks[blocks.front()];
        const double each = count(own);
        Region region { buffer.address / kLineBytes, (buffer.address + buffer.bytes + kLineBytes - 1) / kLineBytes, 1.0 };
        if (each > 0.0) {
            std::vector<const Sectors*> concurrent;
            for (const std::uint64_t distance : sharing_distances(grid, scope.resident))
                if (const Sectors* other = find(distance))
                    concurrent.push_back(other);
            region.read_run = run_of(own, concurrent);
            if (static_cast<double>(buffer.bytes) > scope.l2_bytes) // else L2 holds all of it when it writes data back
                region.written_run = region.read_run;
        }
        if (each > 0.0 && together > 1.0) {
            std::vector<const Sectors*> others;
            std::array<Axis, 2> axes; // columns and rows
            for (const std::uint64_t distance : sharing_distances(grid, static_cast<std::uint64_t>(together)))
                if (const Sectors* other = find(distance)) {
                    others.push_back(other);
                    axes[distance < grid.x ? 0 : 1].others.push_back(other);
                }
            const auto [common, rest] = parted(own, others);
            const double whole = std::ceil(static_cast<double>(buffer.bytes) / kBytesOfSector);
            const std::optional<Sectors> next = without(find(1), common);
            const std::optional<Sectors> below = without(grid.count() > grid.x ? find(grid.x) : nullptr, common);
            std::vector<Sectors> other_rests;
            for (const Sectors* other : others)
                other_rests.push_back(*without(other, common));
            const double extent = rest.empty()
                ? 0.0
                : std::max(extent_of(rest, next ? &*next : nullptr, below ? &*below : nullptr, columns, rows),
                      span_of(rest, other_rests))
                    / kBytesOfSector;
            const double usual = mean_of_modeled(of_blocks, blocks) * scope.requests / each; // relative to block 0
            const double touches = usual * each * together;
            const double distinct = std::min(usual * distinct_sectors(common, axes, together)
                    + std::min(usual * distinct_sectors(rest, axes, together), extent),
                whole);
            accessed += (fits ? distinct : std::min(whole, distinct * all / together)) * kBytesOfSector;
            const double held = std::min(1.0, scope.l2_bytes / (distinct * kBytesOfSector));
            region.cold = std::clamp((distinct + (touches - distinct) * (1.0 - held)) / touches, 0.0, 1.0);
        }
        regions.push_back(region);
    }
    if (scope.repeated && scope.l2_bytes > 0.0)
        for (Region& region : regions) {
            region.fetched = 1.0 - kept_in_loop(accessed, scope.l2_bytes);
            region.cold *= region.fetched;
        }
    std::ranges::sort(regions, {}, &Region::first_line);
    return regions;
}

} // namespace warpstage::timing
