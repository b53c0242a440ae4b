// Where the rows and the operations of the figure of a pipeline are.
#pragma once

#include "app/views/pipeline/pipeline_figure.h"

namespace warpstage::views {

struct PipelineGrid {
    // Of an operation: its mark, and the bar of its wait.
    struct Place {
        float from = 0.0F;
        float at = 0.0F;
        float to = 0.0F;
    };
    Rect area; // of the operations
    float column = 0.0F; // width of an operation
    float row = 0.0F;
    std::vector<std::uint32_t> warps; // shown
    std::size_t objects = 0; // shown
    std::vector<std::size_t> flags {}; // shown: indices into PipelineHistory::flags
    std::vector<std::uint32_t> receivers; // ranks of blocks into which the block copies, or at whose objects it arrives
    std::vector<std::optional<Place>> places; // by mark; nothing: not shown
    std::size_t shown = 0; // marks with a place
    float bytes = 0.0F; // height of the strip of bytes in flight; 0: none
    float axis = 0.0F; // height of the axis of cycles; 0: none

    [[nodiscard]] float gap() const { return 0.4F * row; }
    [[nodiscard]] Rect object_row(std::size_t object) const;
    [[nodiscard]] Rect flag_row(std::size_t position) const { return object_row(objects + position); }
    [[nodiscard]] std::optional<Rect> warp_row(std::uint32_t warp) const;
    [[nodiscard]] Rect receiver_row(std::size_t receiver) const;
    [[nodiscard]] float bottom() const; // of the rows

    // Rows of objects and flags, which are above those of the warps.
    [[nodiscard]] std::size_t upper_rows() const { return objects + flags.size(); }
};

// At least one operation.
[[nodiscard]] PipelineGrid pipeline_grid(const PipelineInput& input, Rect area, const Style& style);

// The mark of the step, or the first one after it.
[[nodiscard]] std::size_t mark_at(const analysis::PipelineHistory& history, std::uint32_t step);
[[nodiscard]] std::uint64_t most_bytes(const analysis::PipelineHistory& history);
// Where a cycle is.
[[nodiscard]] float x_of_cycle(const PipelineGrid& grid, const timing::PipelineTimes& times, std::uint32_t cycle);
// Where the operation that completes the phase is; nothing: it is not shown.
[[nodiscard]] std::optional<float> end_of_phase(
    const PipelineInput& input, const PipelineGrid& grid, std::size_t object, std::size_t phase);

} // namespace warpstage::views
