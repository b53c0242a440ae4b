// The rows of a multiprocessor's warps.
#pragma once

#include "app/views/sm/sm_figure.h"

namespace warpstage::views {

// Horizontal position of the cycles of a run.
struct CycleScale {
    CycleWindow window;
    float x = 0.0F; // of the first cycle
    float width = 0.0F; // of all

    [[nodiscard]] float x_of(double cycle) const
    {
        const double share = (cycle - window.begin) / static_cast<double>(window.length());
        return x + width * static_cast<float>(std::clamp(share, 0.0, 1.0));
    }
    [[nodiscard]] float cycle_width() const { return width / static_cast<float>(window.length()); }
    // Cycles of this run that are in the shown range.
    [[nodiscard]] std::uint32_t end_of(const timing::SmRun& run) const { return std::min(run.cycles, window.end); }
};

// Width of the names of the rows.
[[nodiscard]] float row_names_width(const timing::SmRun& run, const Style& style);

struct DrawnRows {
    float height = 0.0F;
    std::size_t count = 0; // rows that fit
};
// Within the rectangle: the names are at its left edge, the scale is its right part.
DrawnRows draw_rows(Canvas& canvas, const SmShown& shown, std::uint32_t chosen_warp, const CycleScale& scale, Rect area);

} // namespace warpstage::views
