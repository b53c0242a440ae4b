#include "core/timing/pipeline_times.h"

#include <algorithm>
#include <cmath>

namespace warpstage::timing {

namespace {

using Mark = analysis::PipelineHistory::Mark;
using Action = analysis::PipelineHistory::Action;

// Of one step of the trace.
struct Times {
    std::uint32_t waits_from = 0;
    std::uint32_t issued = 0;
    std::uint32_t next = 0; // issue of the next instruction of its warp, or the end of the warp
};

std::vector<std::optional<Times>> times_of(const SmRun& run, std::size_t steps, std::uint32_t& end)
{
    std::vector<std::optional<Times>> times(steps);
    for (const WarpRow& row : run.warps) {
        if (row.block != 0)
            continue;
        constexpr std::uint32_t kDoesNotWait = 0xffffffff;
        std::uint32_t waits_from = kDoesNotWait;
        std::size_t last = steps;
        for (const WarpSpan& span : row.spans) {
            if (span.step == kNoStep || span.step >= steps)
                continue;
            if (span.state != WarpState::selected) {
                waits_from = std::min(waits_from, span.begin);
                continue;
            }
            if (last < steps && times[last])
                times[last]->next = span.begin;
            if (!times[span.step])
                times[span.step] = Times { std::min(waits_from, span.begin), span.begin, span.end };
            last = span.step;
            waits_from = kDoesNotWait;
            end = std::max(end, span.end);
        }
    }
    return times;
}

} // namespace

PipelineTimes pipeline_times(const analysis::PipelineHistory& history, const SmRun& run, std::size_t steps)
{
    PipelineTimes result;
    const std::vector<std::optional<Times>> times = times_of(run, steps, result.cycles);
    for (const Mark& mark : history.marks) {
        const std::optional<Times>& own = times[mark.end];
        const bool waits = mark.action == Action::wait || mark.action == Action::wait_group;
        if (!own || (mark.action == Action::wait && !mark.passed))
            result.marks.emplace_back();
        else if (mark.action == Action::poll)
            result.marks.push_back(PipelineTimes::Span { times[mark.begin].value_or(*own).issued, own->issued });
        else if (mark.action == Action::meet)
            result.marks.push_back(PipelineTimes::Span { own->issued, own->next });
        else
            result.marks.push_back(PipelineTimes::Span { waits ? own->waits_from : own->issued, own->issued });
    }
    for (const analysis::PipelineHistory::Object& object : history.objects) {
        result.phases.emplace_back(object.phases.size());
        for (const PhaseEnd& end : run.phase_ends) {
            if (end.object == object.offset && end.phase < object.phases.size())
                result.phases.back()[end.phase] = static_cast<std::uint32_t>(std::ceil(end.cycle));
        }
    }
    std::uint32_t cycle = 0;
    for (std::size_t step = 0; step < steps; ++step) {
        cycle = times[step] ? times[step]->issued : cycle;
        result.steps.push_back(cycle);
    }
    return result;
}

} // namespace warpstage::timing
