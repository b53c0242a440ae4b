// The warps of a recorded block over time: how many of their lanes work, where they wait for the others at a barrier, and which
// requests cost more than they had to. A line stands at the step that was executed last.
#pragma once

#include "app/views/drawing.h"
#include "core/analysis/block_timeline.h"
#include "core/trace/trace.h"

namespace warpstage::views {

struct TimelineInput {
    const trace::Trace* trace = nullptr; // never null
    const analysis::BlockTimeline* timeline = nullptr; // of the trace; never null
    const std::vector<bool>* wasteful = nullptr; // by step; null: nobody has judged them
    std::optional<std::size_t> step; // just executed; index into Trace::steps
    std::uint32_t warp = 0; // chosen: its name stands out, and it is among the rows where not all have room
};

// What the marks mean, as far as there is room; the less common ones first where it is brief.
enum class TimelineLegend : std::uint8_t { full, brief };
void draw_timeline_legend(Canvas& canvas, const TimelineInput& input, TimelineLegend legend, Rect row);
// The figure explains its marks itself at this height.
[[nodiscard]] bool has_timeline_legend(float height, const Style& style);

// The rows alone, without a heading. A click goes to the step that a cell shows.
[[nodiscard]] DrawList timeline_figure(const TimelineInput& input, Size size, const Style& style);

} // namespace warpstage::views
