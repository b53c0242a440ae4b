#include "core/analysis/access_report.h"

#include "core/analysis/kernel_report.h"
#include "core/analysis/requests.h"
#include "core/base/verify.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace warpstage::analysis {

namespace {

std::array<std::uint64_t, kMaxLanes> offsets_of(const simt::Access& access)
{
    std::uint64_t lowest = std::numeric_limits<std::uint64_t>::max();
    for_each_lane(access.lanes, [&](unsigned lane) { lowest = std::min(lowest, access.addresses[lane]); });
    std::array<std::uint64_t, kMaxLanes> offsets {};
    for_each_lane(access.lanes, [&](unsigned lane) { offsets[lane] = access.addresses[lane] - lowest; });
    return offsets;
}

// Key that distinguishes the requests of one instruction.
using Key = std::tuple<ptx::StateSpace, simt::AccessKind, std::uint32_t, LaneMask, std::uint32_t, std::uint32_t,
    std::array<std::uint64_t, kMaxLanes>>;

Key key_of(const AccessReport& report)
{
    return { report.space, report.kind, report.bytes, report.lanes, report.cost, report.ideal, report.offsets };
}

arch::SplitCount cost_of(const ptx::Instruction& instruction, const simt::Access& access, const arch::Traits& traits)
{
    if (access.space == ptx::StateSpace::constant)
        return arch::count_constant(traits, lane_addresses_of(access));
    if (access.space == ptx::StateSpace::local)
        return arch::count_local(lane_addresses_of(access));
    InstructionReport judged;
    add_access(judged, instruction, access, 1, traits);
    const bool shared = access.space == ptx::StateSpace::shared;
    const MemoryUse use = shared ? judged.counters.all_shared() : judged.counters.all_global();
    return { static_cast<std::uint32_t>(use.cost), static_cast<std::uint32_t>(use.ideal) };
}

} // namespace

std::vector<AccessReport> report_accesses(
    const ptx::Listing& listing, const trace::Totals& totals, const arch::Traits& traits, const std::vector<std::string>& files)
{
    VERIFY(totals.instructions.size() == listing.size());
    std::vector<AccessReport> reports;
    for (std::uint32_t pc = 0; pc < listing.size(); ++pc) {
        std::map<Key, std::size_t> places; // index into `reports`
        for (const trace::PatternCount& pattern : totals.instructions[pc].patterns) {
            const simt::Access& access = pattern.access;
            const ptx::Instruction& instruction = listing.instruction(pc);
            const auto [cost, ideal] = cost_of(instruction, access, traits);
            AccessReport report { .pc = pc,
                .location = instruction.location,
                .inlined_from = inlined_from(listing, pc, files),
                .instruction = instruction.text,
                .space = access.space,
                .kind = access.kind,
                .bytes = access.bytes,
                .lanes = access.lanes,
                .offsets = offsets_of(access),
                .count = pattern.count,
                .cost = cost,
                .ideal = ideal };
            report.location.line = listing.line_of(pc);
            const auto [known, is_new] = places.try_emplace(key_of(report), reports.size());
            if (is_new)
                reports.push_back(std::move(report));
            else
                reports[known->second].count += pattern.count;
        }
    }
    return reports;
}

std::string inlined_from(const ptx::Listing& listing, std::uint32_t pc, const std::vector<std::string>& files)
{
    const ptx::SourceLocation& location = listing.instruction(pc).location;
    if (location.inlined_at == 0 || location.file >= files.size())
        return {};
    const std::string& file = files[location.file];
    return file.substr(file.find_last_of('/') + 1) + ':' + std::to_string(location.line);
}

std::string_view AccessReport::unit() const
{
    if (space == ptx::StateSpace::shared)
        return "wavefronts";
    return space == ptx::StateSpace::constant ? "accesses" : "sectors";
}

std::string_view space_text(const AccessReport& access)
{
    return ptx::name_of(access.space);
}

std::string_view kind_text(const AccessReport& access)
{
    switch (access.kind) {
    case simt::AccessKind::load:
        return "load";
    case simt::AccessKind::store:
        return "store";
    case simt::AccessKind::atomic:
        return "atomic";
    }
    VERIFY_NOT_REACHED();
}

std::string stride_text(const AccessReport& access)
{
    std::optional<unsigned> before;
    std::optional<std::int64_t> stride;
    bool same = true;
    for_each_lane(access.lanes, [&](unsigned lane) {
        if (before) {
            const auto distance = static_cast<std::int64_t>(access.offsets[lane] - access.offsets[*before]);
            const auto lanes = static_cast<std::int64_t>(lane - *before);
            same = same && distance % lanes == 0 && distance / lanes == stride.value_or(distance / lanes);
            stride = distance / lanes;
        }
        before = lane;
    });
    if (!stride)
        return "-";
    return same ? std::to_string(*stride) : "mixed";
}

} // namespace warpstage::analysis
