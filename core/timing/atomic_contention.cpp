#include "core/timing/atomic_contention.h"

#include "core/timing/footprint.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>

namespace warpstage::timing {

namespace {

struct Spread {
    double sectors = 0.0;
    double lines = 0.0;
};

using Sectors = std::map<std::uint64_t, std::uint8_t>; // by line

Sectors updated_sectors(const BlockStream& stream)
{
    Sectors sectors;
    for (const MemoryUse& use : stream.memory)
        if (use.kind == simt::AccessKind::atomic && use.turns > 0)
            for (std::uint32_t i = 0; i < use.lines; ++i) {
                const LineUse& line = stream.lines[use.first_line + i];
                sectors[line.line] |= line.sectors;
            }
    return sectors;
}

Spread spread_of(const Sectors& sectors)
{
    Spread spread { 0.0, static_cast<double>(sectors.size()) };
    for (const auto& [line, mask] : sectors)
        spread.sectors += std::popcount(mask);
    return spread;
}

// What `count` blocks update together if one block updates `one` and `sampled` blocks together `some`: between `one`, if they
// update the same, and count times as much.
double of_all(double one, double some, double sampled, double count)
{
    if (one <= 0.0 || sampled <= 1.0 || count <= 1.0)
        return one;
    const double exponent = std::clamp(std::log(some / one) / std::log(sampled), 0.0, 1.0);
    return one * std::pow(count, exponent);
}

// The expected largest number of pieces in a slice, if `pieces` are distributed at random.
double most_in_a_slice(double pieces, double slices)
{
    const double mean = pieces / slices;
    constexpr double kHalf = 0.5; // expected number of slices with at least so many pieces
    double probability = std::exp(-mean); // of k pieces
    double tail = 1.0 - probability; // of more than k pieces
    double k = 0.0;
    while (slices * tail >= kHalf && k < pieces) {
        k += 1.0;
        probability *= mean / k;
        tail -= probability;
    }
    return std::max(k, 1.0);
}

} // namespace

double slices_reached(double lines, double slices)
{
    constexpr double kNeighboring = 16.0;
    if (lines <= kNeighboring)
        return std::min(slices, std::exp2(std::floor(std::log2(std::max(lines, 1.0)) / 2.0)));
    constexpr double kLinesOfPiece = 2.0;
    constexpr double kMany = 100.0; // pieces per slice: as good as even
    const double pieces = lines / kLinesOfPiece;
    return pieces > kMany * slices ? slices : pieces / most_in_a_slice(pieces, slices);
}

namespace {

// Lines and sectors that the whole grid updates.
struct Updated {
    Spread spread;
    bool any = false;
};

template <typename SectorsOf>
Updated updated_by_all(std::span<const BlockStream> streams, std::uint64_t blocks, const SectorsOf& sectors_of)
{
    Sectors all;
    Spread one;
    double sampled = 0.0;
    for (const BlockStream& stream : streams) {
        const Sectors own = sectors_of(stream);
        if (own.empty())
            continue;
        const Spread spread = spread_of(own);
        one.sectors += spread.sectors;
        one.lines += spread.lines;
        sampled += 1.0;
        for (const auto& [line, mask] : own)
            all[line] |= mask;
    }
    if (sampled == 0.0)
        return {};
    one.sectors /= sampled;
    one.lines /= sampled;
    const Spread some = spread_of(all);
    const double updating = static_cast<double>(blocks) * sampled / static_cast<double>(streams.size());
    return { { of_all(one.sectors, some.sectors, sampled, updating), of_all(one.lines, some.lines, sampled, updating) }, true };
}

} // namespace

AtomicRates atomic_rates(
    std::span<const BlockStream> streams, std::uint64_t blocks, double sharing, const arch::DeviceMemoryTiming& device)
{
    if (device.l2_slices.value <= 0.0)
        return {};
    const Updated updated = updated_by_all(streams, blocks, updated_sectors);
    if (!updated.any)
        return {};
    const double of_slices = slices_reached(updated.spread.lines, device.l2_slices.value) * device.l2_slice_atomics.value;
    const auto share = [&](const arch::Figure& of_word) {
        return std::min(updated.spread.sectors * of_word.value, of_slices) / sharing;
    };
    return { share(device.same_address_atomics), share(device.same_address_float_atomics) };
}

namespace {

using Words = std::set<std::uint64_t>;

// Words of all blocks: each doubling of the distance from block 0 at which a block changes the same words doubles the blocks that
// share them.
double words_of_all(std::span<const BlockStream> streams, std::span<const std::uint64_t> sampled, const Dim3& grid)
{
    const Words& own = streams.front().retried_words;
    double sharers = 1.0;
    double overlap = 0.0; // at farther distances, which are not sampled, as at the last one
    for (const std::uint64_t distance : sharing_distances(grid, grid.count())) {
        if (const auto found = std::ranges::find(sampled, distance); found != sampled.end()) {
            const Words& other = streams[static_cast<std::size_t>(found - sampled.begin())].retried_words;
            const auto common = std::ranges::count_if(own, [&](std::uint64_t word) { return other.contains(word); });
            overlap = static_cast<double>(common) / static_cast<double>(own.size());
        }
        sharers *= 1.0 + overlap;
    }
    return static_cast<double>(own.size()) * std::max(1.0, static_cast<double>(grid.count()) / sharers);
}

} // namespace

RetryRates retry_rates(std::span<const BlockStream> streams, std::span<const std::uint64_t> sampled, const Dim3& grid,
    double resident_warps, double sharing, const arch::DeviceMemoryTiming& device)
{
    Words all;
    double one = 0.0; // words that a block changes
    double changing = 0.0; // blocks that change words
    double requests = 0.0;
    double successes = 0.0;
    for (const BlockStream& stream : streams) {
        if (stream.retried_words.empty())
            continue;
        changing += 1.0;
        one += static_cast<double>(stream.retried_words.size());
        all.insert(stream.retried_words.begin(), stream.retried_words.end());
        for (const MemoryUse& use : stream.memory) {
            requests += use.retried > 0 ? 1.0 : 0.0;
            successes += use.retried;
        }
    }
    if (changing == 0.0 || device.global_atomic_latency.value <= 0.0)
        return {};
    const double of_grid = static_cast<double>(grid.count()) * changing / static_cast<double>(streams.size()); // blocks
    const double words = streams.front().retried_words.empty()
        ? of_all(one / changing, static_cast<double>(all.size()), changing, of_grid)
        : words_of_all(streams, sampled, grid);
    const double on_a_word = successes / requests / words; // probability that a request tries to change it
    const double attempts = requests / changing * of_grid * on_a_word; // on a word, if each succeeded
    const double at_once = std::min(attempts, resident_warps * on_a_word);
    // Their number falls while the last ones succeed.
    const double contenders = at_once - at_once * at_once / (2.0 * attempts);
    return { words / device.global_atomic_latency.value / sharing, std::max(1.0, contenders) };
}

std::map<std::uint32_t, double> hot_stores(
    std::span<const BlockStream> streams, std::uint64_t blocks, double sharing, const arch::DeviceMemoryTiming& device)
{
    if (device.l2_slices.value <= 0.0)
        return {};
    const auto is_global_store = [](const MemoryUse& use) {
        return use.kind == simt::AccessKind::store && use.lines > 0 && !use.is_local;
    };
    std::set<std::uint32_t> stores; // program counters
    for (const BlockStream& stream : streams)
        for (const MemoryUse& use : stream.memory)
            if (is_global_store(use))
                stores.insert(use.pc);
    std::map<std::uint32_t, double> rates;
    for (const std::uint32_t pc : stores) {
        const Updated updated = updated_by_all(streams, blocks, [&](const BlockStream& stream) {
            Sectors sectors;
            for (const MemoryUse& use : stream.memory)
                for (std::uint32_t i = 0; use.pc == pc && is_global_store(use) && i < use.lines; ++i) {
                    const LineUse& line = stream.lines[use.first_line + i];
                    sectors[line.line] |= line.sectors;
                }
            return sectors;
        });
        const double slices = slices_reached(updated.spread.lines, device.l2_slices.value);
        constexpr double kMost = 0.5; // of the slices
        if (slices <= kMost * device.l2_slices.value)
            rates[pc] = slices * device.l2_slice_atomics.value / sharing;
    }
    return rates;
}

} // namespace warpstage::timing
