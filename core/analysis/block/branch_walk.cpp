#include "core/analysis/block/branch_walk.h"

#include "core/base/verify.h"

#include <algorithm>

namespace warpstage::analysis {

BranchWalk branch_walk(const trace::Trace& trace, std::size_t step, const BranchTargets& targets,
    const std::function<std::uint32_t(std::uint32_t)>& line_of)
{
    VERIFY(step < trace.steps.size() && trace.steps[step].event == trace::Event::branch);
    const trace::StepRecord& branch = trace.steps[step];
    BranchWalk walk;
    walk.warp_width = trace.warp_width;
    walk.active = branch.active;
    walk.line = line_of(branch.pc);
    const std::uint32_t meeting = targets.reconvergence ? line_of(*targets.reconvergence) : 0;
    walk.meeting_line = meeting;
    const LaneMask others = branch.active & ~branch.taken;
    // Same order as the virtual machine: the not-taken path first.
    for (const LaneMask lanes : { others, branch.taken }) {
        if (lanes == 0)
            continue;
        BranchPath path;
        path.lanes = lanes;
        for (std::size_t i = step + 1; i < trace.steps.size(); ++i) {
            const trace::StepRecord& other = trace.steps[i];
            if (other.warp != branch.warp || (other.active & branch.active) == 0)
                continue;
            if (targets.reconvergence && other.pc == *targets.reconvergence)
                break;
            if ((other.active & ~branch.active) != 0)
                break;
            if ((other.active & lanes) == 0)
                continue;
            ++path.instructions;
            const std::uint32_t line = line_of(other.pc);
            if (line == 0)
                continue;
            path.first_line = path.first_line == 0 ? line : std::min(path.first_line, line);
            path.last_line = std::max(path.last_line, line);
        }
        walk.paths.push_back(path);
    }
    if (branch.taken == 0 || others == 0) {
        walk.stack = { { branch.active, line_of(branch.taken == 0 ? targets.next : targets.target), 0 } };
        return walk;
    }
    if (targets.reconvergence != targets.next)
        walk.stack.push_back({ others, line_of(targets.next), meeting });
    if (targets.reconvergence != targets.target)
        walk.stack.push_back({ branch.taken, line_of(targets.target), meeting });
    if (targets.reconvergence)
        walk.stack.push_back({ branch.active, meeting, 0 });
    return walk;
}

} // namespace warpstage::analysis
