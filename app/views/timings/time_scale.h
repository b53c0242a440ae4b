// The axis of times that all variants of a lesson share: to the right is slower.
#pragma once

#include "app/views/view.h"

namespace warpstage::views {

class TimeScale {
public:
    // The axis of the model, extended by the shown times, with the spacing that the user chose. Without a choice it is
    // logarithmic if the slowest variant takes more than twenty times as long as the fastest.
    TimeScale(const session::Snapshot& model, std::optional<TimeSpacing> chosen);

    [[nodiscard]] bool empty() const { return m_high <= m_low; }
    [[nodiscard]] TimeSpacing spacing() const { return m_spacing; }
    // 0 at the left end, 1 at the right end; a time outside is at the nearest end.
    [[nodiscard]] float share(std::chrono::nanoseconds time) const;
    // Times with a mark, in nanoseconds, the most important first.
    [[nodiscard]] std::vector<double> marks() const;

private:
    TimeSpacing m_spacing = TimeSpacing::linear;
    double m_low = 0.0; // nanoseconds
    double m_high = 0.0;
};

[[nodiscard]] float time_axis_height(const Style& style);
// Marks and their times below `track`, and the switch of the spacing at `left`.
void draw_time_axis(Canvas& canvas, const TimeScale& scale, Rect track, float left);

} // namespace warpstage::views
