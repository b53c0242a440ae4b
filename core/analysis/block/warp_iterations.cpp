#include "core/analysis/block/warp_iterations.h"

#include "core/analysis/branch_iterations.h"

#include <algorithm>

namespace warpstage::analysis {

std::uint32_t WarpIterations::divergent(std::size_t iteration) const
{
    const auto& states = iterations[iteration];
    return static_cast<std::uint32_t>(
        std::count_if(states.begin(), states.end(), [](const WarpInIteration& warp) { return warp.divergent(); }));
}

bool WarpIterations::is_retired(std::size_t iteration, std::uint32_t warp) const
{
    for (; iteration < iterations.size(); ++iteration)
        if (iterations[iteration][warp].entered != 0)
            return false;
    return true;
}

std::uint32_t WarpIterations::retired(std::size_t iteration) const
{
    std::uint32_t count = 0;
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
        const bool came = iterations.front()[warp].met != 0;
        if (came && is_retired(iteration, warp) && (iteration == 0 || !is_retired(iteration - 1, warp)))
            ++count;
    }
    return count;
}

std::uint32_t WarpIterations::all_divergent() const
{
    std::uint32_t count = 0;
    for (std::size_t iteration = 0; iteration < iterations.size(); ++iteration)
        count += divergent(iteration);
    return count;
}

std::uint32_t WarpIterations::all_retired() const
{
    std::uint32_t count = 0;
    for (std::size_t iteration = 0; iteration < iterations.size(); ++iteration)
        count += retired(iteration);
    return count;
}

WarpIterations warp_iterations(const trace::Trace& trace, std::uint32_t pc)
{
    WarpIterations result;
    result.warp_width = trace.warp_width;
    result.warps = trace.warps;
    std::vector<std::size_t> met(trace.warps, 0);
    for (const trace::StepRecord& step : trace.steps) {
        if (step.pc != pc || step.event != trace::Event::branch || step.warp >= trace.warps)
            continue;
        const std::size_t iteration = met[step.warp]++;
        if (iteration == result.iterations.size())
            result.iterations.emplace_back(trace.warps);
        result.iterations[iteration][step.warp] = { step.active, step.active & ~step.taken };
    }
    return result;
}

std::optional<std::uint32_t> busiest_branch(
    const trace::Trace& trace, const ptx::Listing& listing, std::optional<std::uint32_t> line)
{
    std::optional<std::uint32_t> busiest;
    std::uint32_t most = 0; // warps, over all iterations
    for (const std::uint32_t pc : repeated_branches(trace, branch_targets(listing))) {
        if (line && listing.line_of(pc) != *line)
            continue;
        std::uint32_t events = 0;
        for (const BranchIteration& iteration : iterations_of_branch(trace, pc))
            events += iteration.divergent + iteration.retired;
        if (!busiest || events > most) {
            busiest = pc;
            most = events;
        }
    }
    return busiest;
}

} // namespace warpstage::analysis
