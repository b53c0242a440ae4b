#include "app/draw/marks.h"

#include "app/draw/color.h"

namespace warpstage::draw {

namespace {

// Lengths of strokes and gaps alternately, in line widths.
std::vector<float> pattern_of(Dash dash)
{
    switch (dash) {
    case Dash::solid:
        return {};
    case Dash::dashed:
        return { 5.0F, 3.0F };
    case Dash::dotted:
        return { 1.6F, 2.2F };
    case Dash::dash_dot:
        return { 6.0F, 2.2F, 1.6F, 2.2F };
    }
    return {};
}

Point between(Point a, Point b, float share)
{
    return { a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share };
}

std::vector<Point> corners(Point center, float size, Marker marker)
{
    const float half = size / 2;
    const auto at = [&](float x, float y) {
        return Point { center.x + x * half, center.y + y * half };
    };
    switch (marker) {
    case Marker::circle: {
        constexpr int kCorners = 20;
        std::vector<Point> points;
        for (int i = 0; i < kCorners; ++i) {
            const float angle = 6.2831853F * static_cast<float>(i) / kCorners;
            points.push_back(at(std::cos(angle), std::sin(angle)));
        }
        return points;
    }
    case Marker::square:
        return { at(-0.85F, -0.85F), at(0.85F, -0.85F), at(0.85F, 0.85F), at(-0.85F, 0.85F) };
    case Marker::triangle:
        return { at(0, -1), at(1, 0.8F), at(-1, 0.8F) };
    case Marker::diamond:
        return { at(0, -1), at(1, 0), at(0, 1), at(-1, 0) };
    }
    return {};
}

} // namespace

void dashed_polyline(Canvas& canvas, std::vector<Point> points, Dash dash, Color color, float width)
{
    const std::vector<float> pattern = pattern_of(dash);
    if (pattern.empty() || points.size() < 2) {
        canvas.polyline(std::move(points), color, width);
        return;
    }
    std::size_t part = 0; // of the pattern; even ones are strokes
    float left = pattern[0] * width;
    std::vector<Point> stroke { points.front() };
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        Point from = points[i];
        float length = std::hypot(points[i + 1].x - from.x, points[i + 1].y - from.y);
        while (length > left) {
            const Point to = between(from, points[i + 1], left / length);
            if (part % 2 == 0) {
                stroke.push_back(to);
                canvas.polyline(std::move(stroke), color, width);
            }
            stroke = { to };
            from = to;
            length -= left;
            part = (part + 1) % pattern.size();
            left = pattern[part] * width;
        }
        left -= length;
        if (part % 2 == 0)
            stroke.push_back(points[i + 1]);
    }
    if (part % 2 == 0)
        canvas.polyline(std::move(stroke), color, width);
}

void draw_marker(Canvas& canvas, Point center, float size, Marker marker, Color color)
{
    if (marker == Marker::circle)
        canvas.circle(center, size / 2, color);
    else
        canvas.polygon(corners(center, size, marker), color);
}

void draw_hollow_marker(Canvas& canvas, Point center, float size, Marker marker, Color color)
{
    draw_marker(canvas, center, size, marker, canvas.style().panel);
    std::vector<Point> outline = corners(center, size, marker);
    outline.push_back(outline.front());
    canvas.polyline(std::move(outline), color, std::max(size / 7, canvas.units(1.0F)));
}

void hatch(Canvas& canvas, Rect rect, Color color, float pitch)
{
    if (rect.width <= 0.0F || rect.height <= 0.0F || pitch <= 0.0F)
        return;
    const float width = std::max(0.16F * pitch, canvas.units(0.8F));
    // Lines x + y = s; all rectangles share one grid, so that the lines of adjacent rectangles are aligned.
    const float from = rect.x + rect.y;
    const float to = rect.right() + rect.bottom();
    for (float s = std::ceil(from / pitch + 0.01F) * pitch; s < to; s += pitch) {
        const float left = std::max(rect.x, s - rect.bottom());
        const float right = std::min(rect.right(), s - rect.y);
        if (right - left > 0.5F)
            canvas.line({ left, s - left }, { right, s - right }, color, width);
    }
}

void break_mark(Canvas& canvas, Rect rect, Color color)
{
    const float width = std::min(rect.width, 0.6F * rect.height);
    const float middle = rect.x + rect.width / 2;
    const float lean = 0.2F * width;
    for (const float side : { -0.17F, 0.17F })
        canvas.line({ middle + side * width - lean, rect.bottom() }, { middle + side * width + lean, rect.y }, color,
            std::min(canvas.units(1.6F), 0.2F * width));
}

void warning_sign(Canvas& canvas, Point center, float size, Color color)
{
    canvas.triangle(center, size, Pointing::up, color);
    const Color ink = canvas.style().panel;
    canvas.line({ center.x, center.y - 0.16F * size }, { center.x, center.y + 0.16F * size }, ink, size / 9);
    canvas.circle({ center.x, center.y + 0.31F * size }, size / 15, ink);
}

void arrow(Canvas& canvas, Point from, Point to, Color color, float width)
{
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    if (length <= 0.0F)
        return;
    const float head = std::min(4.0F * width, length);
    const Point along { (to.x - from.x) / length, (to.y - from.y) / length };
    const Point neck { to.x - head * along.x, to.y - head * along.y };
    canvas.line(from, neck, color, width);
    const float half = 0.45F * head;
    canvas.polygon(
        { to, { neck.x - half * along.y, neck.y + half * along.x }, { neck.x + half * along.y, neck.y - half * along.x } },
        color);
}

bool TakenSpans::take(float from, float to)
{
    const auto meets = [&](const std::pair<float, float>& other) {
        return from < other.second && to > other.first;
    };
    if (std::any_of(m_spans.begin(), m_spans.end(), meets))
        return false;
    m_spans.emplace_back(from, to);
    return true;
}

Color ink_on(Color ground, const Style& style)
{
    const Color ink = contrast_ratio(ground, style.text) > contrast_ratio(ground, style.panel) ? style.text : style.panel;
    // Between light and dark neither ink of the theme may have enough contrast: then black or white is used.
    return legible(ink, ground,
        contrast_ratio(ground, { 0, 0, 0 }) > contrast_ratio(ground, { 255, 255, 255 }) ? Color { 0, 0, 0 }
                                                                                        : Color { 255, 255, 255 });
}

} // namespace warpstage::draw
