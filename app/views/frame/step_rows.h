// Rows of a view that belong to steps of the recorded run: those around the shown step, as many as fit. A click shows the step.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

struct StepRows {
    Rect area;
    float pitch = 0.0F;
    std::size_t first = 0;
    std::size_t count = 0; // 0: there is no space
    std::size_t all = 0;

    [[nodiscard]] bool shows_all() const { return count == all; }
};

// `present`: the row of the shown step.
[[nodiscard]] inline StepRows rows_around(std::size_t present, std::size_t all, Rect area, float pitch)
{
    const std::size_t count = std::min(rows_in(area.height, pitch), all);
    return { area, pitch, first_shown(present, count, all), count, all };
}

// Calls draw(index, rectangle) for each row. `gap`: between the rows; step_of(index): the step of a row.
template <typename StepOf, typename Draw>
void draw_step_rows(Canvas& canvas, const StepRows& rows, float gap, const StepOf& step_of, const Draw& draw)
{
    for (std::size_t i = 0; i < rows.count; ++i) {
        const Rect rect { rows.area.x, rows.area.y + rows.pitch * static_cast<float>(i), rows.area.width, rows.pitch - gap };
        draw(rows.first + i, rect);
        on_click(canvas, rect, session::SeekPlayback { std::size_t { step_of(rows.first + i) } });
    }
}

} // namespace warpstage::views
