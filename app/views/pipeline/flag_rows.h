// Rows of flags in the figure of a pipeline: words of memory that warps poll, what writes them, and the value that ended each
// wait.
#pragma once

#include "app/views/pipeline/pipeline_grid.h"

namespace warpstage::views {

// Indices of the flags to show, at most so many: all in their order, or the most used ones first.
[[nodiscard]] std::vector<std::size_t> shown_flags(const analysis::PipelineHistory& history, std::size_t most);

void draw_flags(Canvas& canvas, const PipelineInput& input, const PipelineGrid& grid);
// From each write of a flag to the waits of other warps that it ended.
void draw_flag_releases(Canvas& canvas, const PipelineInput& input, const PipelineGrid& grid);
// The sign of a write.
void draw_flag_write(Canvas& canvas, Rect rect);
// Of a mark: which flag, and its value.
void describe_flag(Tip& tip, const PipelineInput& input, std::size_t mark);

} // namespace warpstage::views
