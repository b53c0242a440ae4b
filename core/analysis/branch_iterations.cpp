#include "core/analysis/branch_iterations.h"

#include "core/base/verify.h"

#include <algorithm>
#include <cstddef>

namespace warpstage::analysis {

namespace {

// The lanes of one warp that entered the guarded code, one element per iteration.
using Entries = std::vector<LaneMask>;

// The last iteration in which a lane of the warp entered; 0: none.
std::size_t last_entry(const Entries& entries)
{
    const auto found = std::find_if(entries.rbegin(), entries.rend(), [](LaneMask lanes) { return lanes != 0; });
    return static_cast<std::size_t>(entries.rend() - found);
}

} // namespace

std::vector<BranchIteration> iterations_of_branch(const trace::Trace& trace, std::uint32_t pc)
{
    std::vector<BranchIteration> iterations;
    std::vector<Entries> warps(trace.warps);
    for (const trace::StepRecord& step : trace.steps) {
        if (step.pc != pc || step.event != trace::Event::branch)
            continue;
        VERIFY(step.warp < warps.size());
        Entries& entries = warps[step.warp];
        entries.push_back(step.active & ~step.taken);
        if (entries.size() > iterations.size())
            iterations.push_back({ .iteration = static_cast<std::uint32_t>(entries.size()) });
        BranchIteration& iteration = iterations[entries.size() - 1];
        iteration.warps += 1;
        iteration.divergent += step.divergent() ? 1U : 0U;
        iteration.working += entries.back() != 0 ? 1U : 0U;
    }
    for (const Entries& entries : warps) {
        // A warp retires in the iteration after the last one in which it worked; a warp that never executes the branch does not
        // retire.
        const std::size_t leaves = last_entry(entries);
        if (!entries.empty() && leaves < iterations.size())
            iterations[leaves].retired += 1;
    }
    return iterations;
}

std::vector<std::uint32_t> repeated_branches(const trace::Trace& trace, const std::vector<std::uint32_t>& targets)
{
    std::vector<bool> repeated(targets.size());
    // How often each warp has executed each branch, saturating at "more than once": index warp * targets.size() + pc.
    std::vector<bool> met(trace.warps * targets.size());
    for (const trace::StepRecord& step : trace.steps) {
        if (step.event != trace::Event::branch)
            continue;
        VERIFY(step.pc < targets.size() && step.warp < trace.warps);
        if (targets[step.pc] == kNoTarget || targets[step.pc] <= step.pc)
            continue;
        const std::size_t at = step.warp * targets.size() + step.pc;
        if (met[at])
            repeated[step.pc] = true;
        met[at] = true;
    }
    std::vector<std::uint32_t> result;
    for (std::uint32_t pc = 0; pc < repeated.size(); ++pc) {
        if (repeated[pc])
            result.push_back(pc);
    }
    return result;
}

std::vector<std::uint32_t> branch_targets(const ptx::Listing& listing)
{
    std::vector<std::uint32_t> targets(listing.size(), kNoTarget);
    for (std::size_t i = 0; i < listing.functions().size(); ++i) {
        const auto& instructions = listing.functions()[i]->instructions;
        for (std::size_t at = 0; at < instructions.size(); ++at) {
            if (instructions[at].opcode == ptx::Opcode::bra)
                targets[listing.first(i) + at] =
                    listing.first(i) + std::get<ptx::LabelOperand>(instructions[at].operands.front()).target;
        }
    }
    return targets;
}

} // namespace warpstage::analysis
