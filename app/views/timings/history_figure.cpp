#include "app/draw/axis.h"
#include "app/views/timings/timings_figure.h"

namespace warpstage::views {

namespace {

constexpr std::size_t kMaxPoints = 200;

// A logarithmic axis whose ends are 1, 2 or 5 times a power of ten, so that it moves only when the times leave it.
struct HistoryAxis {
    double low = 1.0; // nanoseconds
    double high = 10.0;

    [[nodiscard]] float share(double time) const
    {
        return static_cast<float>(std::clamp(std::log(time / low) / std::log(high / low), 0.0, 1.0));
    }
};

double time_of(const session::HistoryPoint& point)
{
    return std::max(1.0, static_cast<double>(point.step.count()));
}

HistoryAxis axis_of(const std::vector<session::HistoryPoint>& points)
{
    double least = time_of(points.front());
    double most = least;
    for (const session::HistoryPoint& point : points) {
        least = std::min(least, time_of(point));
        most = std::max(most, time_of(point));
    }
    return { step_below(0.8 * least), round_step(1.25 * most) };
}

std::string axis_label(double nanoseconds)
{
    return text::duration(std::chrono::nanoseconds { std::llround(nanoseconds) });
}

} // namespace

DrawList history_figure(const HistoryInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    if (size.height < canvas.units(26.0F) || size.width < canvas.units(120.0F))
        return canvas.finish();
    const float label_width = room_for(trf("{}.00 ms", "00"), Face::mono, style.smallest) + canvas.units(8.0F);
    const float chip = 1.35F * style.smallest;
    const float marks = size.height >= canvas.units(56.0F) ? chip + canvas.units(2.0F) : 0.0F; // a row for the switch marks
    const Rect area { 0, canvas.units(2.0F), size.width - label_width, size.height - canvas.units(4.0F) - marks };
    canvas.fill(area, well_color(style), canvas.units(4.0F));
    if (input.points.size() < 2) {
        canvas.empty_words(area, tr("step times appear here"));
        return canvas.finish();
    }
    const std::size_t count = std::min(input.points.size(), kMaxPoints);
    const std::vector<session::HistoryPoint> points(input.points.end() - static_cast<std::ptrdiff_t>(count), input.points.end());
    const HistoryAxis axis = axis_of(points);
    for (const double share : { 1.0 / 3.0, 2.0 / 3.0 }) {
        const float y = area.y + area.height * static_cast<float>(share);
        canvas.line({ area.x, y }, { area.right(), y }, style.border, canvas.units(1.0F));
    }
    const Ink label { Face::mono, style.smallest, style.secondary, Align::right, label_width - canvas.units(6.0F) };
    canvas.text({ size.width, area.y + 0.78F * style.smallest }, axis_label(axis.high), label);
    canvas.text({ size.width, area.bottom() - canvas.units(1.0F) }, axis_label(axis.low), label);

    // New points enter on the right.
    const float inset = canvas.units(3.0F);
    const float pitch = (area.width - 2 * inset) / static_cast<float>(kMaxPoints - 1);
    const auto x_of = [&](std::size_t i) {
        return area.right() - inset - pitch * static_cast<float>(count - 1 - i);
    };
    const auto point_of = [&](std::size_t i) {
        return Point { x_of(i), area.bottom() - inset - (area.height - 2 * inset) * axis.share(time_of(points[i])) };
    };
    // Without their own row, the marks are placed away from the line.
    const auto chip_top = [&](std::size_t i) {
        if (marks > 0.0F)
            return size.height - chip;
        return point_of(i).y > area.y + area.height / 2 ? area.y : area.bottom() - chip;
    };
    float chips_from = -chip;
    std::size_t start = 0;
    for (std::size_t i = 1; i <= count; ++i) {
        if (i < count && points[i].variant == points[start].variant)
            continue;
        std::vector<Point> line;
        for (std::size_t k = start; k < i; ++k)
            line.push_back(point_of(k));
        if (line.size() == 1)
            canvas.circle(line.front(), canvas.units(1.5F),
                shape_color(style, points[start].variant == input.variant ? style.orange : style.blue));
        canvas.polyline(std::move(line), shape_color(style, points[start].variant == input.variant ? style.orange : style.blue),
            canvas.units(2.0F));
        if (i < count) {
            const float x = x_of(i) - pitch / 2;
            canvas.line({ x, area.y }, { x, area.bottom() }, style.secondary, canvas.units(1.0F));
            const float left = std::clamp(x - (marks > 0.0F ? chip / 2 : 0.0F), area.x, area.right() - chip);
            if (left >= chips_from) {
                canvas.chip({ left, chip_top(i), chip, chip }, std::to_string(points[i].variant + 1), track_color(style),
                    style.text, Face::semibold, style.smallest);
                chips_from = left + chip + canvas.units(2.0F);
            }
        }
        start = i;
    }
    return canvas.finish();
}

} // namespace warpstage::views
