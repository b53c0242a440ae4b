// Lanes of a warp that take different paths of a branch.
#include "core/timing/what_if/causes/causes.h"
#include "core/timing/what_if/causes/lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace warpstage::timing::causes {

namespace {

using Steps = std::vector<StreamStep>;

// Steps after a divergent branch until all of its lanes continue together.
std::size_t end_of_region(const Steps& steps, std::size_t branch)
{
    const LaneMask all = steps[branch].active;
    std::size_t end = branch + 1;
    while (end < steps.size() && (steps[end].active == 0 || (steps[end].active != all && (steps[end].active & ~all) == 0)))
        ++end;
    return end;
}

// Lanes that take the branch and that do not.
struct Paths {
    LaneMask taken = 0;
    LaneMask other = 0;
};

Paths paths_of(const Steps& steps, std::size_t branch, std::size_t end, std::uint32_t target)
{
    std::size_t first = branch + 1;
    while (first < end && steps[first].active == 0)
        ++first;
    if (first == end)
        return {};
    const std::uint32_t pc = steps[branch].pc;
    const bool is_taken = target > pc ? steps[first].pc >= target : steps[first].pc <= pc;
    const LaneMask mask = steps[first].active;
    const LaneMask rest = steps[branch].active & ~mask;
    return is_taken ? Paths { mask, rest } : Paths { rest, mask };
}

bool has_barrier(const Steps& steps, std::size_t begin, std::size_t end, const MachineCode& code)
{
    return std::any_of(steps.begin() + static_cast<std::ptrdiff_t>(begin), steps.begin() + static_cast<std::ptrdiff_t>(end),
        [&](const StreamStep& step) { return code.operations[step.pc].kind == OperationKind::barrier; });
}

// The instructions behind a short branch are issued in any case, so its divergence costs nothing more.
bool diverges(const StreamStep& step, const Scenario& scenario)
{
    return step.divergent && scenario.code->operations[step.pc].kind == OperationKind::branch
        && scenario.code->operations[step.pc].skips == 0;
}

// Lanes of each path, summed over the warps of a block in which they differ, for each execution of the branch.
struct Execution {
    std::uint32_t taken = 0; // lanes
    std::uint32_t other = 0;
    std::uint32_t warps = 0;
    std::uint32_t seen = 0; // warps, while they are assigned to paths
    std::uint32_t taken_warps = 0; // the first ones follow the branch
    std::uint32_t other_warps = 0; // the last ones do not
};
using Place = std::pair<std::uint32_t, std::uint32_t>; // program counter, number of the execution
using Executions = std::map<Place, Execution>;
// What is left of the warps that the lanes of a path fill, carried to the next block.
using Rests = std::map<Place, double>;

// As many warps follow each path as its lanes fill. If both paths have many lanes, a block with more threads has the same shares,
// so the rest of a warp is carried; a path of few lanes, such as that of thread 0, needs a warp in each block.
void assign_warps(Execution& execution, double& rest)
{
    constexpr std::uint32_t kMany = kMaxLanes / 4; // per warp, on average
    const auto filled = [](std::uint32_t lanes) {
        return (lanes + kMaxLanes - 1) / kMaxLanes;
    };
    if (execution.taken < kMany * execution.warps || execution.other < kMany * execution.warps) {
        execution.taken_warps = filled(execution.taken);
        execution.other_warps = filled(execution.other);
        return;
    }
    const double wanted = rest + static_cast<double>(execution.taken) / kMaxLanes;
    execution.taken_warps = std::min(execution.warps, static_cast<std::uint32_t>(wanted + 1e-9));
    execution.other_warps = execution.warps - execution.taken_warps;
    rest = wanted - execution.taken_warps;
}

// The block as if its lanes were sorted by path: as many warps follow each path as its lanes fill.
class Sorter {
public:
    Sorter(const Cause& cause, const Scenario& scenario, Rests& rests, BlockStream& stream)
        : m_cause(cause)
        , m_scenario(scenario)
        , m_rests(rests)
    {
        std::vector<std::vector<std::uint32_t>> numbers;
        for (const Steps& steps : stream.warps)
            numbers.push_back(count(steps));
        for (std::size_t w = 0; w < stream.warps.size(); ++w) {
            Steps sorted;
            sorted.reserve(stream.warps[w].size());
            const std::vector<std::size_t> all = indices(stream.warps[w].size());
            copy(stream.warps[w], numbers[w], all, sorted);
            stream.warps[w] = std::move(sorted);
        }
    }

private:
    static std::vector<std::size_t> indices(std::size_t count)
    {
        std::vector<std::size_t> all(count);
        for (std::size_t i = 0; i < count; ++i)
            all[i] = i;
        return all;
    }

    [[nodiscard]] bool is_subject(const StreamStep& step) const
    {
        return diverges(step, m_scenario) && is_at(m_cause, m_scenario, step.pc);
    }

    // Numbers the executions of each branch of the line, and adds up their lanes. Returns the number of each step.
    std::vector<std::uint32_t> count(const Steps& steps)
    {
        std::vector<std::uint32_t> numbers(steps.size());
        std::map<std::uint32_t, std::uint32_t> executions;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (m_scenario.code->operations[steps[i].pc].kind != OperationKind::branch)
                continue;
            numbers[i] = executions[steps[i].pc]++;
            if (!is_subject(steps[i]))
                continue;
            const auto target = target_of(*m_scenario.listing, steps[i].pc);
            const std::size_t end = end_of_region(steps, i);
            if (!target || has_barrier(steps, i + 1, end, *m_scenario.code))
                continue;
            const Paths paths = paths_of(steps, i, end, *target);
            Execution& execution = m_executions[{ steps[i].pc, numbers[i] }];
            execution.taken += lane_count(paths.taken);
            execution.other += lane_count(paths.other);
            execution.warps += paths.taken != 0 || paths.other != 0 ? 1U : 0U;
        }
        return numbers;
    }

    // `chosen`: indices of the steps to copy, in order, without those of the paths that the warp does not take.
    void copy(const Steps& steps, const std::vector<std::uint32_t>& numbers, const std::vector<std::size_t>& chosen, Steps& out)
    {
        for (std::size_t k = 0; k < chosen.size();) {
            const std::size_t i = chosen[k++];
            out.push_back(steps[i]);
            if (!is_subject(steps[i]))
                continue;
            const auto execution = m_executions.find({ steps[i].pc, numbers[i] });
            const auto target = target_of(*m_scenario.listing, steps[i].pc);
            const std::size_t end = end_of_region(steps, i);
            if (execution == m_executions.end() || !target || has_barrier(steps, i + 1, end, *m_scenario.code))
                continue;
            const Paths paths = paths_of(steps, i, end, *target);
            Execution& of_block = execution->second;
            const std::uint32_t number = of_block.seen++;
            if (number == 0)
                assign_warps(of_block, m_rests[execution->first]);
            const bool follows_taken = number < of_block.taken_warps;
            const bool follows_other = of_block.warps - number <= of_block.other_warps;
            out.back().divergent = follows_taken && follows_other;
            std::vector<std::size_t> kept;
            bool keeps = true;
            for (; k < chosen.size() && chosen[k] < end; ++k) {
                const LaneMask active = steps[chosen[k]].active;
                if (active != 0)
                    keeps = (active & ~paths.taken) == 0 ? follows_taken : follows_other;
                if (keeps)
                    kept.push_back(chosen[k]);
            }
            copy(steps, numbers, kept, out);
        }
    }

    const Cause& m_cause;
    const Scenario& m_scenario;
    Rests& m_rests;
    Executions m_executions;
};

} // namespace

Found find_divergence(const Scenario& scenario, const Simulation& /*now*/)
{
    struct Count {
        std::uint64_t divergent = 0;
        std::uint64_t all = 0;
    };
    std::map<std::pair<std::uint32_t, std::uint32_t>, Count> counts;
    for (const BlockStream& stream : *scenario.streams) {
        for (const Steps& steps : stream.warps) {
            for (const StreamStep& step : steps) {
                if (scenario.code->operations[step.pc].kind != OperationKind::branch)
                    continue;
                const Cause place = cause_at(scenario, step.pc);
                Count& count = counts[{ place.line, place.index }];
                ++count.all;
                count.divergent += diverges(step, scenario) ? 1U : 0U;
            }
        }
    }
    Found found;
    for (const auto& [place, count] : counts)
        if (count.divergent != 0)
            found.push_back({ .line = place.first,
                .index = place.second,
                .degree = fmt::format("{:.0f} % of the executed branches diverge",
                    100.0 * static_cast<double>(count.divergent) / static_cast<double>(count.all)) });
    return found;
}

void remove_divergence(const Cause& cause, Scenario& scenario)
{
    std::vector<BlockStream>& streams = edit_streams(scenario);
    Rests rests;
    for (BlockStream& stream : streams)
        Sorter(cause, scenario, rests, stream);
}

} // namespace warpstage::timing::causes
