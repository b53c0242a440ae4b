#include "app/views/timings/curves_figure.h"

#include <numeric>

namespace warpstage::views {

namespace {

constexpr float kMaxLabelShare = 0.3F; // share of the width for the names at the ends

Color curve_color(const Style& style, std::size_t index)
{
    constexpr std::array kColors { &Style::blue, &Style::orange, &Style::purple, &Style::green, &Style::vermilion,
        &Style::yellow };
    return style.*kColors.at(index % kColors.size());
}

Marker curve_marker(std::size_t index)
{
    return static_cast<Marker>(index % 4);
}

bool is_run(Origin origin)
{
    return origin == Origin::measured || origin == Origin::emulated;
}

Dash dash_of(Origin origin)
{
    return is_run(origin) ? Dash::solid : origin == Origin::published ? Dash::dotted : Dash::dashed;
}

void draw_point(Canvas& canvas, Point at, float size, Marker marker, Origin origin, Color color)
{
    if (is_run(origin))
        draw_marker(canvas, at, size, marker, color);
    else
        draw_hollow_marker(canvas, at, size, marker, color);
}

// The part of a curve that can be drawn.
std::vector<CurvePoint> points_of(const Curve& curve, Spacing spacing)
{
    std::vector<CurvePoint> points;
    std::copy_if(curve.points.begin(), curve.points.end(), std::back_inserter(points), [&](CurvePoint point) {
        return std::isfinite(point.x) && std::isfinite(point.y) && (spacing == Spacing::linear || point.x > 0.0);
    });
    std::stable_sort(points.begin(), points.end(), [](CurvePoint a, CurvePoint b) { return a.x < b.x; });
    return points;
}

struct Plot {
    Rect area;
    Axis x;
    Axis y;
    AxisPrefix prefix; // of y

    [[nodiscard]] Point at(CurvePoint point) const
    {
        return { area.x + area.width * x.share(point.x), area.bottom() - area.height * y.share(point.y) };
    }
};

void draw_grid(Canvas& canvas, const Plot& plot)
{
    const Style& style = canvas.style();
    const float size = style.smallest;
    float last = plot.area.bottom() + 2 * size;
    for (const double mark : plot.y.marks()) {
        const float y = plot.area.bottom() - plot.area.height * plot.y.share(mark);
        canvas.line({ plot.area.x, y }, { plot.area.right(), y }, style.border, canvas.units(1.0F));
        if (last - y < 1.2F * size)
            continue;
        last = y;
        canvas.label({ plot.area.x - canvas.units(9.0F), y }, mark_words(mark / plot.prefix.factor),
            { Face::mono, size, style.secondary, Align::right, plot.area.x - canvas.units(9.0F) });
    }
    canvas.line(
        { plot.area.x, plot.area.bottom() }, { plot.area.right(), plot.area.bottom() }, style.secondary, canvas.units(1.5F));
    TakenSpans taken;
    const float baseline = plot.area.bottom() + 1.25F * size;
    for (const double mark : plot.x.marks()) {
        const float x = plot.area.x + plot.area.width * plot.x.share(mark);
        canvas.line(
            { x, plot.area.bottom() }, { x, plot.area.bottom() + canvas.units(4.0F) }, style.secondary, canvas.units(1.0F));
        const std::string words = mark_words(mark);
        const float half = room_for(words, Face::mono, size) / 2;
        if (x + half > canvas.size().width || x - half < 0.0F
            || !taken.take(x - half - canvas.units(3.0F), x + half + canvas.units(3.0F)))
            continue;
        canvas.text({ x, baseline }, words, { Face::mono, size, style.secondary, Align::center, 2 * half });
    }
}

void draw_curve(Canvas& canvas, const Plot& plot, const std::vector<CurvePoint>& points, Origin origin, std::size_t index)
{
    const Style& style = canvas.style();
    const Color color = curve_color(style, index);
    std::vector<Point> line;
    for (const CurvePoint point : points)
        line.push_back(plot.at(point));
    const float mark = canvas.units(9.0F);
    dashed_polyline(canvas, line, dash_of(origin), color, canvas.units(2.4F));
    // Overlapping marks are thinned out; the ends keep theirs.
    float last = -2 * mark;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool end = i + 1 == line.size();
        if (!end && (line[i].x - last < 1.3F * mark || line.back().x - line[i].x < 1.3F * mark))
            continue;
        last = line[i].x;
        draw_point(canvas, line[i], mark, curve_marker(index), origin, color);
    }
}

// Names beside the ends of their curves, moved apart if they would overlap.
struct EndLabel {
    std::string words;
    Color color;
    float wish = 0.0F; // height of the curve's end
    float y = 0.0F;
};

void move_apart(std::vector<EndLabel>& labels, float pitch, float top, float bottom)
{
    std::stable_sort(labels.begin(), labels.end(), [](const EndLabel& a, const EndLabel& b) { return a.wish < b.wish; });
    float least = top + pitch / 2;
    for (EndLabel& label : labels) {
        label.y = std::max(label.wish, least);
        least = label.y + pitch;
    }
    float most = bottom - pitch / 2;
    for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
        label->y = std::min(label->y, most);
        most = label->y - pitch;
    }
}

std::vector<KeyEntry> key_of(const CurvesInput& input, const std::vector<std::size_t>& unnamed)
{
    std::vector<KeyEntry> key;
    const auto any = [&](Origin origin) {
        return std::any_of(input.curves.begin(), input.curves.end(), [&](const Curve& curve) { return curve.origin == origin; });
    };
    for (const Origin origin : { Origin::measured, Origin::emulated, Origin::estimated, Origin::computed, Origin::published })
        if (any(origin))
            key.push_back({ name_of(origin),
                [origin](Canvas& canvas, Rect rect) {
                    const Color color = canvas.style().text;
                    const float y = rect.y + rect.height / 2;
                    dashed_polyline(canvas, { { rect.x, y }, { rect.right(), y } }, dash_of(origin), color, canvas.units(2.4F));
                    draw_point(canvas, rect.center(), 0.8F * rect.height, Marker::circle, origin, color);
                },
                3.0F });
    for (const std::size_t index : unnamed)
        key.push_back({ input.curves[index].name, [index](Canvas& canvas, Rect rect) {
                           draw_marker(
                               canvas, rect.center(), rect.height, curve_marker(index), curve_color(canvas.style(), index));
                       } });
    return key;
}

} // namespace

std::string name_of(Origin origin)
{
    switch (origin) {
    case Origin::measured:
        return tr("measured");
    case Origin::emulated:
        return tr("emulated");
    case Origin::estimated:
        return tr("estimated by the SM model");
    case Origin::computed:
        return tr("computed for the architecture");
    case Origin::published:
        return tr("published");
    }
    return {};
}

DrawList curves_figure(const CurvesInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    PageWords words { input.title, input.subtitle };
    std::vector<std::vector<CurvePoint>> points;
    double low = INFINITY;
    double high = -INFINITY;
    double top = 0.0;
    double bottom = 0.0;
    for (const Curve& curve : input.curves) {
        points.push_back(points_of(curve, input.x_spacing));
        for (const CurvePoint point : points.back()) {
            low = std::min(low, point.x);
            high = std::max(high, point.x);
            top = std::max(top, point.y);
            bottom = std::min(bottom, point.y);
        }
    }
    if (high < low)
        return empty_page(std::move(canvas), words, tr("no measurement yet"));
    if (input.limit && std::isfinite(input.limit->value))
        top = std::max(top, input.limit->value);

    // If the names do not fit beside the curves, they are in the key.
    float names = 0.0F;
    for (std::size_t i = 0; i < input.curves.size(); ++i)
        if (!points[i].empty())
            names = std::max(names, room_for(input.curves[i].name, Face::semibold, style.smallest));
    names += canvas.units(12.0F);
    const float label_pitch = 1.3F * style.smallest;
    const bool beside =
        names <= kMaxLabelShare * size.width && label_pitch * static_cast<float>(input.curves.size()) <= 0.45F * size.height;
    std::vector<std::size_t> unnamed;
    for (std::size_t i = 0; !beside && i < input.curves.size(); ++i)
        if (!points[i].empty())
            unnamed.push_back(i);
    const Rect area = draw_page(canvas, words, key_of(input, unnamed), canvas.units(110.0F));

    const AxisPrefix prefix = input.y_unit.empty() ? AxisPrefix {} : prefix_of(top);
    const std::string unit = prefix.letter + input.y_unit;
    const std::string y_words = input.y_unit.empty() ? input.y_name
        : input.y_name.empty()                       ? unit
                                                     : trf("{} in {}", input.y_name, unit);
    const float head = y_words.empty() ? 0.6F * style.smallest : 1.6F * style.smallest;
    const float foot = (input.x_name.empty() ? 1.5F : 2.9F) * style.smallest;
    const auto y_marks = static_cast<std::size_t>(std::max(2.0F, (area.height - head - foot) / canvas.units(56.0F)));
    const Axis y(bottom, top, y_marks, Spacing::linear, Ends::round);
    float values = 0.0F;
    for (const double mark : y.marks())
        values = std::max(values, room_for(mark_words(mark / prefix.factor), Face::mono, style.smallest));
    values += canvas.units(12.0F);
    const float right = beside ? names : canvas.units(10.0F);
    const Rect plot_area { area.x + values, area.y + head, area.width - values - right, area.height - head - foot };
    if (plot_area.width < canvas.units(30.0F) || plot_area.height < canvas.units(20.0F))
        return canvas.finish();
    const auto x_marks = static_cast<std::size_t>(std::max(2.0F, plot_area.width / canvas.units(64.0F)));
    const Plot plot { plot_area, Axis(low, high, x_marks, input.x_spacing, Ends::exact), y, prefix };
    draw_grid(canvas, plot);
    if (!y_words.empty())
        canvas.text({ area.x, area.y + 0.9F * style.smallest }, y_words, note(style, area.width));
    if (!input.x_name.empty())
        canvas.text({ plot_area.right(), area.bottom() - 0.35F * style.smallest }, input.x_name,
            note(style, plot_area.width, Align::right));
    if (input.limit && std::isfinite(input.limit->value)) {
        const float limit = plot.at({ 0.0, input.limit->value }).y;
        canvas.line({ plot_area.x, limit }, { plot_area.right(), limit }, style.green, canvas.units(2.0F));
        const float room = room_for(input.limit->name, Face::semibold, style.smallest);
        const bool above = limit - plot_area.y >= 1.2F * style.smallest;
        canvas.text({ plot_area.x + canvas.units(6.0F), above ? limit - 0.35F * style.smallest : limit + 1.05F * style.smallest },
            input.limit->name,
            { Face::semibold, style.smallest, style.green, Align::left, std::min(room, plot_area.width - canvas.units(6.0F)) });
    }
    std::vector<EndLabel> labels;
    for (std::size_t i = 0; i < input.curves.size(); ++i) {
        if (points[i].empty())
            continue;
        draw_curve(canvas, plot, points[i], input.curves[i].origin, i);
        labels.push_back({ input.curves[i].name, curve_color(style, i), plot.at(points[i].back()).y, 0.0F });
    }
    if (beside) {
        move_apart(labels, label_pitch, area.y, plot_area.bottom() + label_pitch / 2);
        for (const EndLabel& label : labels)
            canvas.label({ plot_area.right() + canvas.units(12.0F), label.y }, label.words,
                { Face::semibold, style.smallest, label.color, Align::left, names - canvas.units(12.0F) });
    }
    return canvas.finish();
}

} // namespace warpstage::views
