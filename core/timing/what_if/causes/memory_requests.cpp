// Requests of one line that take more of the memories than their lanes need.
#include "core/timing/what_if/causes/causes.h"
#include "core/timing/what_if/causes/lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <set>
#include <span>

namespace warpstage::timing::causes {

namespace {

constexpr std::uint32_t kFirstWithSharedL1Banks = 7; // CC: L1 serves global loads bank by bank

bool is_shared(const MemoryUse& use, OperationKind kind)
{
    return kind == OperationKind::shared_access || (kind == OperationKind::global_access && use.wavefronts > 0 && use.lines == 0);
}

std::uint32_t wavefronts_of(const MemoryUse& use)
{
    return use.wide_wavefronts != 0 ? use.wide_wavefronts : use.wavefronts;
}

std::uint32_t sectors_of(const BlockStream& stream, const MemoryUse& use)
{
    std::uint32_t sectors = 0;
    for (std::uint32_t i = 0; i < use.lines; ++i)
        sectors += static_cast<std::uint32_t>(std::popcount(stream.lines[use.first_line + i].sectors));
    return sectors;
}

// "32", "2.5".
std::string rounded(double value)
{
    return std::abs(value - std::round(value)) < 0.05 ? fmt::format("{:.0f}", value) : fmt::format("{:.1f}", value);
}

// "32 wavefronts per request, ideal 1".
std::string per_request(const RequestSum& sum, std::string_view what)
{
    return fmt::format(
        "{} {} per request, ideal {}", rounded(sum.actual / sum.requests), what, rounded(sum.least / sum.requests));
}

// Whether the condition holds for all accesses of the line to global memory.
bool all_at(const Cause& cause, const Scenario& scenario, const std::function<bool(std::uint32_t)>& holds)
{
    for (std::uint32_t pc = 0; pc < scenario.code->operations.size(); ++pc)
        if (scenario.code->operations[pc].kind == OperationKind::global_access && is_at(cause, scenario, pc) && !holds(pc))
            return false;
    return true;
}

double ratio_of(const RequestSum& sum)
{
    return sum.actual / std::max(1.0, sum.least);
}

// Of the requests to global memory that count: the share of those for which `is` holds.
template <typename Counts, typename Is> double share_of_requests(const Scenario& scenario, Counts counts, Is is)
{
    double all = 0.0;
    double some = 0.0;
    for (const BlockStream& stream : *scenario.streams)
        for (const auto& warp : stream.warps)
            for (const StreamStep& step : warp) {
                const MachineOperation& operation = scenario.code->operations[step.pc];
                if (step.memory == 0 || operation.kind != OperationKind::global_access)
                    continue;
                const MemoryUse& use = stream.memory[step.memory - 1];
                if (!counts(use))
                    continue;
                all += 1.0;
                some += is(stream, use, operation) ? 1.0 : 0.0;
            }
    return all > 0.0 ? some / all : 0.0;
}

} // namespace

Found find_bank_conflicts(const Scenario& scenario, const Simulation& /*now*/)
{
    Found found;
    for (auto& [cause, sum] : costly_lines(scenario, [](const BlockStream&, const MemoryUse&use, OperationKind kind) {
             return is_shared(use, kind) && use.least_wavefronts != 0
                 ? RequestCost { static_cast<double>(wavefronts_of(use)), static_cast<double>(use.least_wavefronts) }
                 : RequestCost {};
         })) {
        cause.ratio = ratio_of(sum);
        cause.degree = per_request(sum, "wavefronts");
        found.push_back(std::move(cause));
    }
    return found;
}

void remove_bank_conflicts(const Cause& cause, Scenario& scenario)
{
    change_requests(cause, scenario, [](BlockStream&, MemoryUse& use, OperationKind kind) {
        if (!is_shared(use, kind) || use.least_wavefronts == 0)
            return;
        use.wavefronts = std::min(use.wavefronts, use.least_wavefronts);
        use.wide_wavefronts = std::min(use.wide_wavefronts, use.least_wavefronts);
    });
}

Found find_excess_sectors(const Scenario& scenario, const Simulation& /*now*/)
{
    const std::vector<bool> indirect = indirect_accesses(scenario);
    Found found;
    for (auto& [cause, sum] : costly_lines(scenario, [](const BlockStream&stream, const MemoryUse&use, OperationKind kind) {
             return kind == OperationKind::global_access && use.least_sectors != 0
                 ? RequestCost { static_cast<double>(sectors_of(stream, use)), static_cast<double>(use.least_sectors) }
                 : RequestCost {};
         })) {
        cause.ratio = ratio_of(sum);
        cause.per_request = sum.actual / sum.requests;
        cause.indirect = all_at(cause, scenario, [&](std::uint32_t pc) { return indirect[pc]; });
        cause.degree = per_request(sum, "sectors");
        found.push_back(std::move(cause));
    }
    return found;
}

namespace {

// Distinct sectors of block 0 in each region.
std::vector<double> distinct_sectors(const Scenario& scenario)
{
    std::vector<std::set<std::uint64_t>> of_regions(scenario.memory.regions.size());
    for (const auto& warp : scenario.streams->front().warps) {
        for (const StreamStep& step : warp) {
            if (step.memory == 0)
                continue;
            const MemoryUse& use = scenario.streams->front().memory[step.memory - 1];
            for (std::uint32_t i = 0; i < use.lines; ++i) {
                const LineUse& line = scenario.streams->front().lines[use.first_line + i];
                for (std::size_t r = 0; r < of_regions.size(); ++r)
                    if (line.line >= scenario.memory.regions[r].first_line && line.line < scenario.memory.regions[r].end_line)
                        for (std::uint64_t s = 0; s < 4; ++s)
                            if ((line.sectors >> s & 1U) != 0)
                                of_regions[r].insert(line.line * 4 + s);
            }
        }
    }
    std::vector<double> counts;
    for (const auto& sectors : of_regions)
        counts.push_back(static_cast<double>(sectors.size()));
    return counts;
}

// The request accesses the first bytes of its own lines, beginning with another line in each request, as the requests of a block
// that accesses the same lines in rows do.
void pack(BlockStream& stream, MemoryUse& use, std::uint32_t number, std::uint32_t major)
{
    const std::uint32_t in_one = major == 1 && use.least_sectors <= 4 ? 2 : 4; // CC 1.x: one transaction per half-warp
    const std::uint32_t pieces = std::min(use.lines, (use.least_sectors + in_one - 1) / in_one);
    const std::uint32_t per_line = 4 / in_one;
    const auto used = std::span(stream.lines).subspan(use.first_line, use.lines);
    std::vector<LineUse> own(used.begin(), used.end());
    const std::uint32_t lines = (pieces + per_line - 1) / per_line;
    std::uint32_t rest = use.least_sectors;
    for (std::uint32_t i = 0; i < pieces; ++i) {
        const std::uint32_t sectors = std::min(rest, in_one);
        rest -= sectors;
        LineUse& line = stream.lines[use.first_line + i];
        line.line = own[(number * lines + i / per_line) % own.size()].line;
        line.sectors = static_cast<std::uint8_t>(((1U << sectors) - 1) << i % per_line * in_one);
        line.partial = line.partial && use.bytes % 32 != 0;
    }
    use.lines = pieces;
    if (major >= kFirstWithSharedL1Banks && use.least_wavefronts != 0)
        use.wavefronts = std::min(use.wavefronts, use.least_wavefronts);
}

} // namespace

void remove_excess_sectors(const Cause& cause, Scenario& scenario)
{
    const std::vector<double> before = distinct_sectors(scenario);
    std::uint32_t number = 0;
    const BlockStream* of = nullptr;
    change_requests(cause, scenario, [&](BlockStream& stream, MemoryUse& use, OperationKind kind) {
        if (of != &stream)
            number = 0;
        of = &stream;
        if (kind != OperationKind::global_access || use.least_sectors == 0 || sectors_of(stream, use) <= use.least_sectors)
            return;
        pack(stream, use, number++, scenario.traits->capability.major);
        // What the requests of a block access is now together, also in DRAM.
        for (Region& region : scenario.memory.regions)
            if (stream.lines[use.first_line].line >= region.first_line && stream.lines[use.first_line].line < region.end_line)
                region.read_run = region.written_run = std::numeric_limits<double>::infinity();
    });
    // All blocks together access the same bytes as before, so no more of them come from DRAM.
    const std::vector<double> after = distinct_sectors(scenario);
    for (std::size_t r = 0; r < before.size(); ++r)
        if (after[r] > 0.0)
            scenario.memory.regions[r].cold = std::min(1.0, scenario.memory.regions[r].cold * before[r] / after[r]);
}

double coalesced_share(const Scenario& scenario)
{
    return share_of_requests(
        scenario, [](const MemoryUse& use) { return use.least_sectors >= 2; },
        [](const BlockStream& stream, const MemoryUse& use, const MachineOperation&) {
            return sectors_of(stream, use) <= use.least_sectors;
        });
}

double early_share(const Scenario& scenario)
{
    return share_of_requests(
        scenario, [](const MemoryUse& use) { return use.kind == simt::AccessKind::load; },
        [](const BlockStream&, const MemoryUse&, const MachineOperation& operation) { return operation.in_unrolled_loop; });
}

Found find_constant_addresses(const Scenario& scenario, const Simulation& /*now*/)
{
    Found found;
    for (auto& [cause, sum] : costly_lines(scenario, [](const BlockStream&, const MemoryUse&use, OperationKind kind) {
             return kind == OperationKind::constant_access
                 ? RequestCost { static_cast<double>(std::max(1U, use.wavefronts)), 1.0 }
                 : RequestCost {};
         })) {
        cause.ratio = ratio_of(sum);
        cause.degree = per_request(sum, "addresses");
        found.push_back(std::move(cause));
    }
    return found;
}

void remove_constant_addresses(const Cause& cause, Scenario& scenario)
{
    change_requests(cause, scenario, [](BlockStream&, MemoryUse& use, OperationKind kind) {
        if (kind == OperationKind::constant_access)
            use.wavefronts = std::min(1U, use.wavefronts);
    });
}

Found find_contended_atomics(const Scenario& scenario, const Simulation& /*now*/)
{
    Found found;
    for (auto& [cause, sum] : costly_lines(scenario, [](const BlockStream&, const MemoryUse&use, OperationKind) {
             return use.kind == simt::AccessKind::atomic ? RequestCost { static_cast<double>(std::max(1U, use.same_word)), 1.0 }
                                                         : RequestCost {};
         })) {
        cause.ratio = ratio_of(sum);
        cause.degree = fmt::format("{} lanes of a request update the same word", rounded(sum.actual / sum.requests));
        found.push_back(std::move(cause));
    }
    // Different words in a request, but the requests of all blocks meet on few sectors.
    constexpr double kMostly = 2.0; // times as long as on many sectors
    for (auto& [cause, sum] : costly_lines(scenario, [&](const BlockStream&, const MemoryUse&use, OperationKind) {
             const AtomicRates& rates = scenario.memory.atomics;
             const double rate = use.adds_float ? rates.float_turns : rates.turns;
             return use.kind == simt::AccessKind::atomic && use.turns > 0 && rate > 0.0
                 ? RequestCost { use.turns / rate, use.words / scenario.timing.device.global_atomics.value }
                 : RequestCost {};
         })) {
        if (sum.actual < kMostly * sum.least
            || std::ranges::any_of(found, [line = cause.line, index = cause.index](const Cause& other) {
                   return other.line == line && other.index == index;
               }))
            continue;
        cause.ratio = 1.0;
        cause.degree = "the blocks update the same few sectors";
        found.push_back(std::move(cause));
    }
    return found;
}

void remove_contended_atomics(const Cause& cause, Scenario& scenario)
{
    // Lanes of a request update different words already; a cause in several lines has no ratio when it is removed.
    const bool of_blocks = cause.ratio == 1.0 || cause.has_several_lines();
    change_requests(cause, scenario, [&](BlockStream&, MemoryUse& use, OperationKind) {
        if (use.kind == simt::AccessKind::atomic && (use.same_word > 1 || of_blocks)) {
            use.same_word = 1;
            use.turns = 0;
            use.words = std::max(use.words, 2U); // one word alone would be updated by all warps of the grid
        }
    });
}

Found find_local_memory(const Scenario& scenario, const Simulation& /*now*/)
{
    Found found;
    for (auto& [cause, sum] : costly_lines(scenario, [](const BlockStream&, const MemoryUse&, OperationKind kind) {
             return kind == OperationKind::local_access ? RequestCost { 1.0, 0.0 } : RequestCost {};
         })) {
        cause.degree = "accesses to local memory";
        found.push_back(std::move(cause));
    }
    return found;
}

void remove_local_memory(const Cause& cause, Scenario& scenario)
{
    MachineCode& code = edit_code(scenario);
    for (std::uint32_t pc = 0; pc < code.operations.size(); ++pc)
        if (code.operations[pc].kind == OperationKind::local_access && is_at(cause, scenario, pc))
            code.operations[pc].micro.clear();
}

} // namespace warpstage::timing::causes
