#include "app/views/frame/recorded_inputs.h"
#include "app/views/gallery/exhibit.h"
#include "app/views/lanes/branches_exhibit.h"
#include "app/views/lanes/simt_stack_figure.h"
#include "core/analysis/passes.h"
#include "core/ptx/control_flow.h"

#include <fmt/format.h>

namespace warpstage::views {

namespace {

// The branch's targets as program counters of the listing.
BranchTargets targets_of(const session::Recording& recording, std::uint32_t pc)
{
    BranchTargets targets { pc + 1, analysis::branch_targets(recording.listing)[pc], std::nullopt };
    const auto& functions = recording.listing.functions();
    for (std::size_t i = 0; i < functions.size(); ++i) {
        const std::uint32_t first = recording.listing.first(i);
        if (pc < first || pc >= first + functions[i]->instructions.size())
            continue;
        if (const auto meeting = ptx::ControlFlow(*functions[i]).reconvergence(pc - first))
            targets.reconvergence = first + *meeting;
    }
    return targets;
}

} // namespace

Result<Exhibit> prepare_branch(const Subject& subject)
{
    const auto step = choose_branch_step(subject);
    if (!step)
        return step.error();
    const session::Recording& recording = *subject.recording;
    const trace::StepRecord& record = recording.trace.steps[*step];
    SimtStackInput input = simt_stack_input(
        recording.trace, *step, targets_of(recording, record.pc), [&](std::uint32_t pc) { return line_of(recording, pc); });
    input.code = source_line(subject.lesson->source_lines, input.line);
    input.subtitle = fmt::format("block {} · warp {}", recording.trace.block, record.warp);

    Exhibit exhibit;
    exhibit.caption = recorded_caption(subject);
    exhibit.caption.line = input.line;
    exhibit.caption.code = input.code;
    exhibit.caption.what.insert(exhibit.caption.what.begin() + 1, fmt::format("warp {}", record.warp));
    for (const BranchPath& path : input.paths)
        exhibit.caption.numbers.push_back(
            fmt::format("{} {}: {} {}", lane_count(path.lanes), lane_count(path.lanes) == 1 ? "lane" : "lanes", path.instructions,
                path.instructions == 1 ? "instruction" : "instructions"));
    exhibit.draw = [input](Size size, const Style& style) {
        return simt_stack_figure(input, size, style);
    };
    return exhibit;
}

} // namespace warpstage::views
