// Waits for asynchronous copies: how many copies are under way, and for how many of them a warp waits.
#include "core/timing/what_if/causes/asynchronous.h"

#include "core/timing/what_if/causes/causes.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>

namespace warpstage::timing::causes {

namespace {

using Place = std::pair<std::uint32_t, std::uint32_t>; // line and index of a cause

Place place_of(const Scenario& scenario, std::uint32_t pc)
{
    const Cause cause = cause_at(scenario, pc);
    return { cause.line, cause.index };
}

Cause at(const Place& place)
{
    return { .line = place.first, .index = place.second };
}

// The waits of one line for groups of cp.async.
struct GroupWaits {
    std::uint64_t waits = 0; // of all warps
    std::uint64_t repeated = 0; // of these, by warps that have waited here before
    std::uint64_t alone = 0; // after which nothing else is under way
    std::uint64_t strict = 0; // for groups that the warp does not read before its next wait
    std::uint32_t pending = 0;
    std::uint32_t unread = 0; // most
    std::uint32_t per_wait = std::numeric_limits<std::uint32_t>::max(); // least groups between two waits
    std::map<const void*, std::uint32_t> committed; // groups before the last wait, by warp

    // Of a ring, in groups: those that may be under way, and those that are read.
    [[nodiscard]] std::uint32_t ring() const { return unread + std::max(1U, repeated == 0 ? 1U : per_wait); }
};

// Copies by group of a warp.
struct GroupCount {
    std::vector<std::uint32_t> copies;
    std::uint32_t open = 0;

    [[nodiscard]] std::uint32_t under_way(std::uint32_t pending) const
    {
        const std::size_t first = copies.size() - std::min<std::size_t>(pending, copies.size());
        return std::accumulate(copies.begin() + static_cast<std::ptrdiff_t>(first), copies.end(), open);
    }
};

std::map<Place, GroupWaits> group_waits(const Scenario& scenario)
{
    std::map<Place, GroupWaits> all;
    for (const BlockStream& stream : *scenario.streams) {
        for (const auto& warp : stream.warps) {
            GroupCount groups;
            for (const StreamStep& step : warp) {
                const MachineOperation& operation = scenario.code->operations[step.pc];
                groups.open += operation.kind == OperationKind::async_copy ? 1 : 0;
                if (operation.kind == OperationKind::group && operation.groups == GroupKind::copies && operation.commits)
                    groups.copies.push_back(std::exchange(groups.open, 0));
                if (!waits_for_groups(operation) || groups.copies.empty())
                    continue;
                GroupWaits& waits = all[place_of(scenario, step.pc)];
                const auto committed = static_cast<std::uint32_t>(groups.copies.size());
                const auto [before, is_first] = waits.committed.try_emplace(&warp, committed);
                if (!is_first) {
                    ++waits.repeated;
                    waits.per_wait = std::min(waits.per_wait, committed - std::exchange(before->second, committed));
                }
                ++waits.waits;
                waits.alone += groups.under_way(step.pending_groups) == 0 ? 1U : 0U;
                waits.strict += step.unread_groups > step.pending_groups ? 1U : 0U;
                waits.pending = step.pending_groups;
                waits.unread = std::max(waits.unread, step.unread_groups);
            }
        }
    }
    return all;
}

// Stages whose phases count copies, in the first block.
struct PhaseRing {
    std::uint32_t stages = 0;
    double bytes = 0.0; // of a stage
    Place wait; // the line that waits most often for them
    std::uint64_t waits = 0;
    bool gives_back = false; // warps that copy wait for empty stages
};

double copied_bytes(const Scenario& scenario, OperationKind kind)
{
    double bytes = 0.0;
    const BlockStream& stream = scenario.streams->front();
    for (const auto& warp : stream.warps)
        for (const StreamStep& step : warp)
            if (step.memory != 0 && scenario.code->operations[step.pc].kind == kind)
                bytes += stream.memory[step.memory - 1].bytes;
    return bytes;
}

bool has_copies(const std::vector<StreamStep>& warp, const MachineCode& code)
{
    return std::ranges::any_of(warp, [&](const StreamStep& step) { return is_copy(code.operations[step.pc].kind); });
}

PhaseRing phase_ring(const Scenario& scenario)
{
    PhaseRing ring;
    const BlockStream& stream = scenario.streams->front();
    const std::vector<bool> copied = copied_objects(stream, *scenario.code);
    double phases = 0.0;
    for (std::size_t object = 0; object < copied.size(); ++object) {
        if (!copied[object])
            continue;
        ++ring.stages;
        phases += static_cast<double>(stream.contributions[object].size());
    }
    if (ring.stages == 0)
        return ring;
    ring.bytes = (copied_bytes(scenario, OperationKind::bulk_copy) + copied_bytes(scenario, OperationKind::async_copy))
        / std::max(1.0, phases);
    std::map<Place, std::uint64_t> waits;
    for (const auto& warp : stream.warps) {
        const bool copies = has_copies(warp, *scenario.code);
        for (const StreamStep& step : warp) {
            ring.gives_back = ring.gives_back || (copies && waits_for_phase(stream, step, copied, false));
            if (waits_for_phase(stream, step, copied, true))
                ++waits[place_of(scenario, step.pc)];
        }
    }
    for (const auto& [place, count] : waits)
        if (count > ring.waits)
            std::tie(ring.wait, ring.waits) = std::pair(place, count);
    return ring;
}

std::string counted(std::uint32_t count, std::string_view noun)
{
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// A wait that no warp of the block waits twice at has no ring.
std::map<Place, GroupWaits> ring_waits(const Scenario& scenario)
{
    auto all = group_waits(scenario);
    std::erase_if(all, [](const auto& entry) { return entry.second.repeated == 0; });
    return all;
}

} // namespace

std::vector<bool> copied_objects(const BlockStream& stream, const MachineCode& code)
{
    std::vector<bool> copied(stream.contributions.size());
    for (const auto& warp : stream.warps)
        for (const StreamStep& step : warp)
            for (std::uint32_t i = 0; i < step.phases; ++i) {
                const PhaseUse& use = stream.phases[step.first_phase + i];
                const MachineOperation& operation = code.operations[step.pc];
                if (!use.waits && (operation.kind == OperationKind::bulk_copy || operation.after_copies))
                    copied[use.object] = true;
            }
    return copied;
}

bool waits_for_groups(const MachineOperation& operation)
{
    return operation.kind == OperationKind::group && operation.groups == GroupKind::copies && !operation.commits;
}

bool waits_for_phase(const BlockStream& stream, const StreamStep& step, const std::vector<bool>& objects, bool wanted)
{
    for (std::uint32_t i = 0; i < step.phases; ++i) {
        const PhaseUse& use = stream.phases[step.first_phase + i];
        if (use.waits && objects[use.object] == wanted)
            return true;
    }
    return false;
}

bool synchronizes(const BlockStream& stream, const StreamStep& step, const MachineOperation& operation)
{
    const bool waits = step.phases != 0 && stream.phases[step.first_phase].waits;
    return waits || operation.kind == OperationKind::barrier || (operation.kind == OperationKind::group && !operation.commits);
}

bool is_asynchronous(const Scenario& scenario)
{
    const BlockStream& stream = scenario.streams->front();
    return !stream.phases.empty()
        || std::ranges::any_of(stream.warps, [&](const auto& warp) { return has_copies(warp, *scenario.code); });
}

Found find_copies_in_flight(const Scenario& scenario, const Simulation& /*now*/)
{
    auto waits = ring_waits(scenario);
    std::erase_if(waits, [](const auto& entry) { return entry.second.strict != 0; }); // these are newer copies
    const auto most = std::ranges::max_element(waits, {}, [](const auto& entry) { return entry.second.waits; });
    if (most != waits.end()) {
        const GroupWaits& line = most->second;
        Cause cause = at(most->first);
        cause.ratio = static_cast<double>(line.alone) / static_cast<double>(line.waits);
        cause.degree = counted(line.ring(), "group") + " per warp";
        if (line.alone != 0)
            cause.degree += fmt::format("; after {:.0f} % of the waits no copy is under way", 100.0 * cause.ratio);
        return { cause };
    }
    const PhaseRing ring = phase_ring(scenario);
    if (ring.waits == 0)
        return {};
    Cause cause = at(ring.wait);
    cause.ratio = ring.stages == 1 ? 1.0 : 0.0;
    cause.degree = fmt::format("{} of {:.0f} bytes per block", counted(ring.stages, "stage"), ring.bytes);
    return { cause };
}

void remove_copies_in_flight(const Cause& /*cause*/, Scenario& scenario)
{
    const auto waits = ring_waits(scenario);
    const bool gives_back = phase_ring(scenario).gives_back;
    for (BlockStream& stream : edit_streams(scenario)) {
        const std::vector<bool> copied = copied_objects(stream, *scenario.code);
        for (auto& warp : stream.warps) {
            const bool copies = has_copies(warp, *scenario.code);
            for (StreamStep& step : warp) {
                const auto ring =
                    waits_for_groups(scenario.code->operations[step.pc]) ? waits.find(place_of(scenario, step.pc)) : waits.end();
                if (ring != waits.end())
                    step.pending_groups += ring->second.ring();
                // A producer waits for the stage of the round before; without such waits, the copies start one round earlier.
                const bool earlier = gives_back ? copies && waits_for_phase(stream, step, copied, false)
                                                : waits_for_phase(stream, step, copied, true);
                for (std::uint32_t i = 0; earlier && i < step.phases; ++i) {
                    PhaseUse& use = stream.phases[step.first_phase + i];
                    if (use.waits)
                        use.phase = std::max<std::int64_t>(-1, use.phase - 1);
                }
            }
        }
    }
}

Found find_newer_copies(const Scenario& scenario, const Simulation& /*now*/)
{
    Found found;
    for (const auto& [place, waits] : ring_waits(scenario)) {
        if (waits.strict == 0)
            continue;
        found.push_back(at(place));
        found.back().ratio = waits.unread;
        found.back().degree = fmt::format(
            "the wait leaves {} under way, {} are not read before the next wait", counted(waits.pending, "group"), waits.unread);
    }
    return found;
}

void remove_newer_copies(const Cause& cause, Scenario& scenario)
{
    for (BlockStream& stream : edit_streams(scenario))
        for (auto& warp : stream.warps)
            for (StreamStep& step : warp)
                if (waits_for_groups(scenario.code->operations[step.pc]) && is_at(cause, scenario, step.pc))
                    step.pending_groups = std::max(step.pending_groups, step.unread_groups);
}

Found find_copy_waits(const Scenario& scenario, const Simulation& /*now*/)
{
    std::map<Place, bool> places;
    for (const auto& [place, waits] : group_waits(scenario))
        places[place] = true;
    for (const BlockStream& stream : *scenario.streams) {
        const std::vector<bool> copied = copied_objects(stream, *scenario.code);
        for (const auto& warp : stream.warps)
            for (const StreamStep& step : warp)
                if (waits_for_phase(stream, step, copied, true))
                    places[place_of(scenario, step.pc)] = true;
    }
    Found found;
    for (const auto& [place, is_wait] : places)
        found.push_back(at(place));
    return found;
}

void remove_copy_wait(const Cause& cause, Scenario& scenario)
{
    for (BlockStream& stream : edit_streams(scenario)) {
        const std::vector<bool> copied = copied_objects(stream, *scenario.code);
        for (auto& warp : stream.warps) {
            for (StreamStep& step : warp) {
                if (!is_at(cause, scenario, step.pc))
                    continue;
                if (waits_for_groups(scenario.code->operations[step.pc]))
                    step.pending_groups = std::numeric_limits<std::uint32_t>::max();
                for (std::uint32_t i = 0; i < step.phases; ++i) {
                    PhaseUse& use = stream.phases[step.first_phase + i];
                    if (use.waits && copied[use.object])
                        use.phase = -1;
                }
            }
        }
    }
}

} // namespace warpstage::timing::causes
