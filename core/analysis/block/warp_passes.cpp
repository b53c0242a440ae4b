#include "core/analysis/block/warp_passes.h"

#include "core/analysis/passes.h"

#include <algorithm>

namespace warpstage::analysis {

std::uint32_t WarpPasses::divergent(std::size_t pass) const
{
    const auto& states = passes[pass];
    return static_cast<std::uint32_t>(
        std::count_if(states.begin(), states.end(), [](const WarpInPass& warp) { return warp.divergent(); }));
}

bool WarpPasses::is_retired(std::size_t pass, std::uint32_t warp) const
{
    for (; pass < passes.size(); ++pass)
        if (passes[pass][warp].entered != 0)
            return false;
    return true;
}

std::uint32_t WarpPasses::retired(std::size_t pass) const
{
    std::uint32_t count = 0;
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
        const bool came = passes.front()[warp].met != 0;
        if (came && is_retired(pass, warp) && (pass == 0 || !is_retired(pass - 1, warp)))
            ++count;
    }
    return count;
}

std::uint32_t WarpPasses::all_divergent() const
{
    std::uint32_t count = 0;
    for (std::size_t pass = 0; pass < passes.size(); ++pass)
        count += divergent(pass);
    return count;
}

std::uint32_t WarpPasses::all_retired() const
{
    std::uint32_t count = 0;
    for (std::size_t pass = 0; pass < passes.size(); ++pass)
        count += retired(pass);
    return count;
}

WarpPasses warp_passes(const trace::Trace& trace, std::uint32_t pc)
{
    WarpPasses result;
    result.warp_width = trace.warp_width;
    result.warps = trace.warps;
    std::vector<std::size_t> met(trace.warps, 0);
    for (const trace::StepRecord& step : trace.steps) {
        if (step.pc != pc || step.event != trace::Event::branch || step.warp >= trace.warps)
            continue;
        const std::size_t pass = met[step.warp]++;
        if (pass == result.passes.size())
            result.passes.emplace_back(trace.warps);
        result.passes[pass][step.warp] = { step.active, step.active & ~step.taken };
    }
    return result;
}

std::optional<std::uint32_t> busiest_branch(
    const trace::Trace& trace, const ptx::Listing& listing, std::optional<std::uint32_t> line)
{
    std::optional<std::uint32_t> busiest;
    std::uint32_t most = 0; // warps, over all passes
    for (const std::uint32_t pc : repeated_branches(trace, branch_targets(listing))) {
        if (line && listing.line_of(pc) != *line)
            continue;
        std::uint32_t events = 0;
        for (const BranchPass& pass : passes_of_branch(trace, pc))
            events += pass.divergent + pass.retired;
        if (!busiest || events > most) {
            busiest = pc;
            most = events;
        }
    }
    return busiest;
}

} // namespace warpstage::analysis
