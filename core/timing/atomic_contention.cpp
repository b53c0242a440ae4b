#include "core/timing/atomic_contention.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

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

AtomicRates atomic_rates(
    std::span<const BlockStream> streams, std::uint64_t blocks, std::uint32_t active, const arch::DeviceMemoryTiming& device)
{
    if (device.l2_slices.value <= 0.0)
        return {};
    Sectors all;
    Spread one;
    double sampled = 0.0;
    for (const BlockStream& stream : streams) {
        const Sectors own = updated_sectors(stream);
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
    const double sectors = of_all(one.sectors, some.sectors, sampled, updating);
    const double lines = of_all(one.lines, some.lines, sampled, updating);
    const double of_slices = slices_reached(lines, device.l2_slices.value) * device.l2_slice_atomics.value;
    const auto share = [&](const arch::Figure& of_word) {
        return std::min(sectors * of_word.value, of_slices) / active;
    };
    return { share(device.same_address_atomics), share(device.same_address_float_atomics) };
}

} // namespace warpstage::timing
