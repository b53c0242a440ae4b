// When asynchronous copies and arrivals are issued, and how much a copy moves.
#include "core/timing/what_if/causes/asynchronous.h"
#include "core/timing/what_if/causes/causes.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace warpstage::timing::causes {

namespace {

using Steps = std::vector<StreamStep>;

// Each warp of each block.
void for_each_warp(const Scenario& scenario, const std::function<void(const BlockStream&, const Steps&)>& call)
{
    for (const BlockStream& stream : *scenario.streams)
        for (const Steps& warp : stream.warps)
            call(stream, warp);
}

// Machine instructions of the steps [first, end).
double instructions(const Scenario& scenario, const Steps& steps, std::size_t first, std::size_t end)
{
    double count = 0.0;
    for (std::size_t i = first; i < end; ++i)
        count += steps[i].vanishes ? 0.0 : static_cast<double>(scenario.code->operations[steps[i].pc].micro.size());
    return count;
}

// Successive copies of a warp that one copy could replace.
struct CopyRun {
    std::size_t first = 0;
    std::size_t last = 0;
    std::uint32_t copies = 0;
    double bytes = 0.0; // of all copies, of a bulk copy; else of one thread
};

constexpr std::uint32_t kWidest = 16; // bytes of a thread's cp.async

bool follows(const BlockStream& stream, const StreamStep& before, const StreamStep& step)
{
    const MemoryUse& first = stream.memory[before.memory - 1];
    const MemoryUse& second = stream.memory[step.memory - 1];
    if (first.lines == 0 || second.lines == 0 || first.kind != second.kind)
        return false;
    const std::uint64_t end = stream.lines[first.first_line + first.lines - 1].line;
    const std::uint64_t begin = stream.lines[second.first_line].line;
    return begin == end || begin == end + 1;
}

// Copies between which the warp neither accesses memory nor synchronizes.
std::vector<CopyRun> copy_runs(const Scenario& scenario, const BlockStream& stream, const Steps& steps)
{
    std::vector<CopyRun> runs;
    bool open = false;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const MachineOperation& operation = scenario.code->operations[steps[i].pc];
        if (!is_copy(operation.kind) || steps[i].memory == 0) {
            open = open && steps[i].memory == 0 && !synchronizes(stream, steps[i], operation)
                && operation.kind != OperationKind::group && operation.kind != OperationKind::phase;
            continue;
        }
        const bool bulk = operation.kind == OperationKind::bulk_copy;
        const double bytes = bulk ? stream.memory[steps[i].memory - 1].bytes : operation.copied_bytes;
        const auto joins = [&](const CopyRun& run) {
            const StreamStep& last = steps[run.last];
            if (scenario.code->operations[last.pc].kind != operation.kind
                || cause_at(scenario, last.pc).line != cause_at(scenario, steps[i].pc).line)
                return false;
            return bulk ? follows(stream, last, steps[i]) : run.bytes + bytes <= kWidest;
        };
        if (open && joins(runs.back())) {
            runs.back().last = i;
            ++runs.back().copies;
            runs.back().bytes += bytes;
        } else {
            runs.push_back({ i, i, 1, bytes });
        }
        open = true;
    }
    std::erase_if(runs, [](const CopyRun& run) { return run.copies == 1; });
    return runs;
}

// The first copy moves everything; the others, and what the warp computes between them, are gone.
void join_copies(const Scenario& scenario, BlockStream& stream, Steps& steps, const CopyRun& run)
{
    MemoryUse whole = stream.memory[steps[run.first].memory - 1];
    const auto first_line = static_cast<std::uint32_t>(stream.lines.size());
    whole.lines = whole.bytes = 0;
    for (std::size_t i = run.first; i <= run.last; ++i) {
        StreamStep& step = steps[i];
        if (step.memory != 0) {
            const MemoryUse& part = stream.memory[step.memory - 1];
            whole.bytes += part.bytes;
            for (std::uint32_t line = part.first_line; line < part.first_line + part.lines; ++line) {
                const LineUse use = stream.lines[line];
                if (whole.lines != 0 && stream.lines.back().line == use.line)
                    stream.lines.back().sectors |= use.sectors;
                else {
                    stream.lines.push_back(use);
                    ++whole.lines;
                }
            }
        }
        if (i == run.first)
            continue;
        for (std::uint32_t k = 0; k < step.phases; ++k) {
            const PhaseUse& use = stream.phases[step.first_phase + k];
            --stream.contributions[use.object][static_cast<std::size_t>(use.phase)];
        }
        step.phases = 0;
    }
    whole.first_line = first_line;
    whole.wavefronts = scenario.code->operations[steps[run.first].pc].kind == OperationKind::bulk_copy ? 0 : whole.wavefronts;
    stream.memory.push_back(whole);
    steps[run.first].memory = static_cast<std::uint32_t>(stream.memory.size());
}

// From a wait or barrier to the next one.
struct Section {
    std::size_t first = 0;
    std::size_t end = 0;
};

std::vector<Section> sections_of(const Scenario& scenario, const BlockStream& stream, const Steps& steps)
{
    std::vector<Section> sections;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (!synchronizes(stream, steps[i], scenario.code->operations[steps[i].pc]))
            continue;
        if (!sections.empty())
            sections.back().end = i;
        sections.push_back({ i + 1, steps.size() });
    }
    return sections;
}

// A copy, and what belongs to it: the announcement of its bytes and the end of its group.
bool belongs_to_copies(
    const BlockStream& stream, const StreamStep& step, const MachineOperation& operation, const std::vector<bool>& copied)
{
    if (is_copy(operation.kind) || (operation.kind == OperationKind::group && operation.commits))
        return true;
    return step.phases != 0 && !stream.phases[step.first_phase].waits && copied[stream.phases[step.first_phase].object];
}

// The first copy of a section in which the warp reads shared memory before; the end of the section: none.
std::size_t late_copy(const Scenario& scenario, const Steps& steps, const Section& section)
{
    bool reads = false;
    for (std::size_t i = section.first; i < section.end; ++i) {
        const OperationKind kind = scenario.code->operations[steps[i].pc].kind;
        reads = reads || kind == OperationKind::shared_access || kind == OperationKind::matrix_product;
        if (is_copy(kind))
            return reads ? i : section.end;
    }
    return section.end;
}

// An arrival that gives a stage back, and the last access to shared memory before it in its section.
struct Arrival {
    std::size_t step = 0;
    std::size_t access = 0;
};

std::vector<Arrival> arrivals_of(const Scenario& scenario, const BlockStream& stream, const Steps& steps)
{
    const std::vector<bool> copied = copied_objects(stream, *scenario.code);
    std::vector<Arrival> arrivals;
    for (const Section& section : sections_of(scenario, stream, steps)) {
        std::size_t access = section.end;
        for (std::size_t i = section.first; i < section.end; ++i) {
            const StreamStep& step = steps[i];
            if (scenario.code->operations[step.pc].kind == OperationKind::shared_access)
                access = i;
            const bool arrives =
                step.phases != 0 && !stream.phases[step.first_phase].waits && !copied[stream.phases[step.first_phase].object];
            if (arrives && access != section.end)
                arrivals.push_back({ i, access });
        }
    }
    return arrivals;
}

struct Sum {
    double count = 0.0;
    double amount = 0.0;
    std::string words;

    void add(double value)
    {
        count += 1.0;
        amount += value;
    }
    [[nodiscard]] double average() const { return amount / std::max(1.0, count); }
};

using Sums = std::map<std::pair<std::uint32_t, std::uint32_t>, Sum>; // by line and index

Sum& sum_at(Sums& sums, const Scenario& scenario, std::uint32_t pc)
{
    const Cause cause = cause_at(scenario, pc);
    return sums[{ cause.line, cause.index }];
}

} // namespace

Found find_small_copies(const Scenario& scenario, const Simulation& /*now*/)
{
    Sums sums;
    for_each_warp(scenario, [&](const BlockStream& stream, const Steps& steps) {
        for (const CopyRun& run : copy_runs(scenario, stream, steps)) {
            const StreamStep& first = steps[run.first];
            const MachineOperation& operation = scenario.code->operations[first.pc];
            const bool bulk = operation.kind == OperationKind::bulk_copy;
            Sum& sum = sum_at(sums, scenario, first.pc);
            sum.add(run.copies);
            sum.words = bulk
                ? fmt::format("{} bytes per copy, {:.0f} successive bytes", stream.memory[first.memory - 1].bytes, run.bytes)
                : fmt::format("{} bytes per thread and copy, {:.0f} possible", operation.copied_bytes, run.bytes);
        }
    });
    Found found;
    for (const auto& [place, sum] : sums)
        found.push_back({ .line = place.first, .index = place.second, .ratio = sum.average(), .degree = sum.words });
    return found;
}

void remove_small_copies(const Cause& cause, Scenario& scenario)
{
    for (BlockStream& stream : edit_streams(scenario)) {
        for (Steps& steps : stream.warps) {
            std::vector<bool> gone(steps.size());
            for (const CopyRun& run : copy_runs(scenario, stream, steps)) {
                if (!is_at(cause, scenario, steps[run.first].pc))
                    continue;
                join_copies(scenario, stream, steps, run);
                std::fill(gone.begin() + static_cast<std::ptrdiff_t>(run.first) + 1,
                    gone.begin() + static_cast<std::ptrdiff_t>(run.last) + 1, true);
            }
            std::size_t i = 0;
            std::erase_if(steps, [&](const StreamStep&) { return gone[i++]; });
        }
    }
}

Found find_late_copies(const Scenario& scenario, const Simulation& /*now*/)
{
    constexpr double kFew = 32.0; // machine instructions, addresses included
    Sums sums;
    for_each_warp(scenario, [&](const BlockStream& stream, const Steps& steps) {
        for (const Section& section : sections_of(scenario, stream, steps))
            if (const std::size_t copy = late_copy(scenario, steps, section); copy != section.end)
                sum_at(sums, scenario, steps[copy].pc).add(instructions(scenario, steps, section.first, copy));
    });
    Found found;
    for (const auto& [place, sum] : sums)
        if (sum.average() >= kFew)
            found.push_back({ .line = place.first,
                .index = place.second,
                .degree = fmt::format("{:.0f} instructions of the warp precede them after its wait", sum.average()) });
    return found;
}

void remove_late_copies(const Cause& cause, Scenario& scenario)
{
    for (BlockStream& stream : edit_streams(scenario)) {
        const std::vector<bool> copied = copied_objects(stream, *scenario.code);
        for (Steps& steps : stream.warps) {
            for (const Section& section : sections_of(scenario, stream, steps)) {
                const std::size_t copy = late_copy(scenario, steps, section);
                if (copy == section.end || !is_at(cause, scenario, steps[copy].pc))
                    continue;
                std::stable_partition(steps.begin() + static_cast<std::ptrdiff_t>(section.first),
                    steps.begin() + static_cast<std::ptrdiff_t>(section.end), [&](const StreamStep& step) {
                        return belongs_to_copies(stream, step, scenario.code->operations[step.pc], copied);
                    });
            }
        }
    }
}

Found find_late_arrivals(const Scenario& scenario, const Simulation& /*now*/)
{
    constexpr double kFew = 16.0; // machine instructions
    Sums sums;
    for_each_warp(scenario, [&](const BlockStream& stream, const Steps& steps) {
        for (const Arrival& arrival : arrivals_of(scenario, stream, steps))
            sum_at(sums, scenario, steps[arrival.step].pc).add(instructions(scenario, steps, arrival.access + 1, arrival.step));
    });
    Found found;
    for (const auto& [place, sum] : sums)
        if (sum.average() >= kFew)
            found.push_back({ .line = place.first,
                .index = place.second,
                .degree = fmt::format("{:.0f} instructions follow the last access to shared memory", sum.average()) });
    return found;
}

void remove_late_arrivals(const Cause& cause, Scenario& scenario)
{
    for (BlockStream& stream : edit_streams(scenario))
        for (Steps& steps : stream.warps)
            for (const Arrival& arrival : arrivals_of(scenario, stream, steps))
                if (is_at(cause, scenario, steps[arrival.step].pc))
                    std::rotate(steps.begin() + static_cast<std::ptrdiff_t>(arrival.access) + 1,
                        steps.begin() + static_cast<std::ptrdiff_t>(arrival.step),
                        steps.begin() + static_cast<std::ptrdiff_t>(arrival.step) + 1);
}

} // namespace warpstage::timing::causes
