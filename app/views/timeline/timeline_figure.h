// The warps of a recorded block over time: the active lanes, waiting at barriers, and requests with excess. A line marks the
// current instruction.
#pragma once

#include "app/views/drawing.h"
#include "core/analysis/block_timeline.h"
#include "core/trace/trace.h"

namespace warpstage::views {

struct TimelineInput {
    const trace::Trace* trace = nullptr; // never null
    const analysis::BlockTimeline* timeline = nullptr; // of the trace; never null
    const std::vector<bool>* wasteful = nullptr; // by instruction; null: not evaluated
    std::optional<std::size_t> step {}; // current instruction; index into Trace::steps
    std::uint32_t warp = 0; // chosen: its name is highlighted, and its row is always shown
    const TimelineInput* beside = nullptr; // drawn on the same scale, in a figure as wide as this one; null: none
};

// Explains the marks, as far as there is space; the less common ones first if it is brief.
enum class TimelineLegend : std::uint8_t { full, brief };
void draw_timeline_legend(Canvas& canvas, const TimelineInput& input, TimelineLegend legend, Rect row);
// Whether the figure explains its marks at this height.
[[nodiscard]] bool has_timeline_legend(float height, const Style& style);

// Only the rows, without a heading. A click goes to the instruction of a cell.
[[nodiscard]] DrawList timeline_figure(const TimelineInput& input, Size size, const Style& style);

} // namespace warpstage::views
