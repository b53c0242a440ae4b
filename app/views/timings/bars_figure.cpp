#include "app/views/timings/bars_figure.h"

namespace warpstage::views {

namespace {

constexpr float kTallestBarRow = 64.0F;
constexpr float kLeastBars = 0.2F; // share of the width beside a column of published values

struct BarColumns {
    float name = 0.0F;
    float value = 0.0F;
    float published = 0.0F; // 0: none, or no space
    Rect bars;
};

// "69.3 ms, 49×"
std::string words_of(double value, double speed_up, const std::string& unit)
{
    const std::string words = value_words(value, unit);
    return speed_up > 0.0 ? numf("{}, {:.3g}×", words, speed_up) : words;
}

BarColumns columns_of(const Canvas& canvas, const BarsInput& input, Rect area)
{
    const Style& style = canvas.style();
    BarColumns columns;
    float least = 0.0F; // for names in small letters
    for (const BarRow& row : input.rows) {
        least = std::max(least, room_for(row.name, Face::regular, style.smallest));
        columns.name = std::max({ columns.name, room_for(row.name, Face::regular, style.small),
            room_for(row.remark, Face::regular, style.smallest) });
        columns.value =
            std::max(columns.value, room_for(words_of(row.median, row.speed_up, input.unit), Face::mono, style.small));
        if (row.published)
            columns.published = std::max(columns.published,
                room_for(words_of(*row.published, row.published_speed_up, input.unit), Face::mono, style.small));
    }
    const float gap = canvas.units(12.0F);
    columns.name = std::min(columns.name + gap, std::clamp(least + gap, 0.34F * area.width, 0.46F * area.width));
    columns.value = std::min(columns.value + gap, 0.3F * area.width);
    if (columns.published > 0.0F)
        columns.published = std::max(columns.published, room_for(tr("published"), Face::regular, style.smallest)) + gap;
    if (area.width - columns.name - columns.value - columns.published < kLeastBars * area.width)
        columns.published = 0.0F;
    columns.bars = { area.x + columns.name, area.y, area.width - columns.name - columns.value - columns.published, area.height };
    return columns;
}

// Position of a value on the axis; without a value, the start of the axis.
float x_of(const Axis& axis, Rect bars, double value)
{
    return bars.x + bars.width * axis.share(value);
}

// In a low row the remark follows the name.
void draw_name(Canvas& canvas, const BarRow& row, Rect rect)
{
    const Style& style = canvas.style();
    const float middle = rect.center().y;
    const bool below = !row.remark.empty() && rect.height >= 1.1F * (style.small + style.smallest);
    const float up = below ? 0.6F * style.smallest : 0.0F;
    const std::string words = below || row.remark.empty() ? row.name : row.name + ", " + row.remark;
    const float size = fitting_size(words, Face::regular, rect.width, { style.small, style.smallest });
    canvas.text(
        { rect.x, centered_baseline(middle - up, size) }, words, { Face::regular, size, style.text, Align::left, rect.width });
    if (below)
        canvas.text({ rect.x, centered_baseline(middle + 0.6F * style.small, style.smallest) }, row.remark,
            { Face::regular, style.smallest, row.excess ? style.vermilion : style.secondary, Align::left, rect.width });
}

void draw_bar(Canvas& canvas, const BarsInput& input, const BarRow& row, const Axis& axis, const BarColumns& columns, Rect rect)
{
    const Style& style = canvas.style();
    const float middle = rect.y + rect.height / 2;
    const float height = std::clamp(0.52F * rect.height, canvas.units(3.0F), canvas.units(26.0F));
    const Rect track { columns.bars.x, middle - height / 2, columns.bars.width, height };
    canvas.fill(track, track_color(style), canvas.units(2.0F));
    const bool known = row.samples > 0 && std::isfinite(row.median) && row.median > 0.0;
    if (known) {
        const Color color = shape_color(style, style.blue);
        const float end = std::max(x_of(axis, track, row.median), track.x + canvas.units(2.0F));
        const Rect bar { track.x, track.y, end - track.x, height };
        if (row.origin == Origin::measured)
            canvas.fill(bar, color, canvas.units(2.0F));
        else {
            canvas.fill(bar, mix(style.panel, color, 0.25F), canvas.units(2.0F));
            hatch(canvas, bar, color, canvas.units(7.0F));
            canvas.outline(bar, color, canvas.units(2.0F));
        }
        const float from = x_of(axis, track, row.minimum);
        const float to = x_of(axis, track, row.maximum);
        if (to - from >= canvas.units(2.0F)) {
            const float cap = 0.32F * height;
            canvas.line({ from, middle }, { to, middle }, style.text, canvas.units(1.5F));
            for (const float x : { from, to })
                canvas.line({ x, middle - cap }, { x, middle + cap }, style.text, canvas.units(1.5F));
        }
    }
    if (row.published && std::isfinite(*row.published)) {
        const float side = std::min(height, canvas.units(13.0F));
        const float x = std::clamp(x_of(axis, track, *row.published), track.x + side / 2, track.right() - side / 2);
        draw_hollow_marker(canvas, { x, middle }, side, Marker::diamond, style.orange);
    }
    const float baseline = centered_baseline(middle, style.small);
    const float gap = canvas.units(8.0F);
    draw_name(canvas, row, { rect.x, rect.y, columns.name - gap, rect.height });
    canvas.text({ columns.bars.right() + columns.value, baseline }, known ? words_of(row.median, row.speed_up, input.unit) : "–",
        { Face::mono, style.small, known ? style.text : style.secondary, Align::right, columns.value - gap });
    if (columns.published > 0.0F)
        canvas.text({ rect.right(), baseline },
            row.published ? words_of(*row.published, row.published_speed_up, input.unit) : "–",
            { Face::mono, style.small, row.published ? style.orange : style.secondary, Align::right, columns.published - gap });
}

std::vector<KeyEntry> bars_key(const BarsInput& input, const Style& style)
{
    std::vector<KeyEntry> key;
    const auto any = [&](const auto& of) {
        return std::ranges::any_of(input.rows, of);
    };
    if (any([](const BarRow& row) { return row.samples > 0 && row.origin == Origin::measured; }))
        key.push_back({ tr("measured: median, minimum to maximum"),
            [](Canvas& canvas, Rect rect) {
                canvas.fill(rect, shape_color(canvas.style(), canvas.style().blue), canvas.units(2.0F));
                const float y = rect.y + rect.height / 2;
                canvas.line({ rect.x + 0.5F * rect.width, y }, { rect.right(), y }, canvas.style().text, canvas.units(1.5F));
            },
            2.0F });
    const auto other =
        std::ranges::find_if(input.rows, [](const BarRow& row) { return row.samples > 0 && row.origin != Origin::measured; });
    if (other != input.rows.end())
        key.push_back({ name_of(other->origin),
            [](Canvas& canvas, Rect rect) {
                const Color color = shape_color(canvas.style(), canvas.style().blue);
                hatch(canvas, rect, color, canvas.units(6.0F));
                canvas.outline(rect, color, canvas.units(2.0F));
            },
            2.0F });
    if (any([](const BarRow& row) { return row.published.has_value(); }))
        key.push_back(
            { tr("published") + (input.publication.empty() ? "" : ": " + input.publication), [](Canvas& canvas, Rect rect) {
                 draw_hollow_marker(canvas, rect.center(), rect.height, Marker::diamond, canvas.style().orange);
             } });
    if (input.limit)
        key.push_back(key_stroke(input.limit->name, style.green, Dash::dashed, 2.4F));
    return key;
}

bool is_better(double value, double than, Better better)
{
    return better == Better::more ? value > than : value < than;
}

// The best of all, and its factor relative to the first.
Headline headline_of(const BarsInput& input, const Style& style)
{
    const BarRow* best = nullptr;
    const BarRow* first = nullptr;
    for (const BarRow& row : input.rows) {
        if (row.samples == 0 || !(row.median > 0.0))
            continue;
        first = first == nullptr ? &row : first;
        if (best == nullptr || is_better(row.median, best->median, input.better))
            best = &row;
    }
    if (best == nullptr)
        return {};
    const std::string value = value_words(best->median, input.unit);
    if (best == first)
        return { { value }, style.text, false };
    const double gain = input.better == Better::more ? best->median / first->median : first->median / best->median;
    const std::string factor = numf("{:.{}f}×", gain, gain < 9.995 ? 1 : 0);
    return { { fmt::format("{}, {} {}", value, factor, first->name), fmt::format("{}, {}", value, factor), value }, style.text,
        false };
}

} // namespace

std::string value_words(double value, const std::string& unit)
{
    if (!std::isfinite(value) || value <= 0.0)
        return "–";
    if (unit == "s")
        return text::duration(std::chrono::nanoseconds { std::llround(std::min(value, 1e9) * 1e9) });
    return text::rate(value, unit);
}

DrawList bars_figure(const BarsInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    PageWords words { input.title, input.subtitle, headline_of(input, style),
        input.sentence.empty() ? std::vector<std::string> {} : std::vector { input.sentence } };
    if (input.rows.empty())
        return empty_page(std::move(canvas), words, input.if_empty);
    const Rect area = draw_page(canvas, words, bars_key(input, style), canvas.units(80.0F));
    const BarColumns columns = columns_of(canvas, input, area);
    if (columns.bars.width < canvas.units(20.0F))
        return canvas.finish();
    double most = 0.0;
    for (const BarRow& row : input.rows) {
        if (std::isfinite(row.maximum))
            most = std::max({ most, row.maximum, row.median });
        if (row.published && std::isfinite(*row.published))
            most = std::max(most, *row.published);
    }
    if (input.limit && std::isfinite(input.limit->value))
        most = std::max(most, input.limit->value);
    const auto marks = static_cast<std::size_t>(std::max(2.0F, columns.bars.width / canvas.units(100.0F)));
    const Axis axis(0.0, most > 0.0 ? most : 1.0, marks, Spacing::linear, Ends::round);

    const float head = columns.published > 0.0F ? 1.4F * style.smallest : 0.0F;
    const float foot = area.height >= canvas.units(110.0F) ? 1.6F * style.smallest : 0.0F;
    const float least = 1.25F * style.small;
    const auto room = rows_in(area.height - head - foot, least);
    const std::size_t shown = std::min(room, input.rows.size());
    if (shown == 0)
        return canvas.finish();
    const float pitch = std::min((area.height - head - foot) / static_cast<float>(shown), canvas.units(kTallestBarRow));
    const float bottom = area.y + head + pitch * static_cast<float>(shown);
    if (head > 0.0F)
        canvas.text(
            { area.right(), area.y + 0.9F * style.smallest }, tr("published"), note(style, columns.published, Align::right));
    for (std::size_t row = 0; row < shown; ++row)
        draw_bar(canvas, input, input.rows[row], axis, columns,
            { area.x, area.y + head + pitch * static_cast<float>(row), area.width, pitch });
    if (input.limit && std::isfinite(input.limit->value)) {
        const float x = x_of(axis, columns.bars, input.limit->value);
        dashed_polyline(canvas, { { x, area.y + head }, { x, bottom } }, Dash::dashed, style.green, canvas.units(2.4F));
    }
    const AxisPrefix prefix = prefix_of(most);
    TakenSpans taken;
    std::vector<double> marks_shown = axis.marks();
    std::reverse(marks_shown.begin(), marks_shown.end()); // the last one has the unit and is placed first
    if (foot == 0.0F)
        marks_shown.clear();
    for (const double mark : marks_shown) {
        const float x = x_of(axis, columns.bars, mark);
        canvas.line({ x, bottom }, { x, bottom + canvas.units(4.0F) }, style.secondary, canvas.units(1.0F));
        const std::string label = mark == 0.0 ? "0"
            : input.unit == "s"
            ? value_words(mark, input.unit)
            : mark_words(mark / prefix.factor) + (mark == axis.high() ? " " + prefix.letter + input.unit : "");
        const float half = room_for(label, Face::mono, style.smallest) / 2;
        if (x + half <= canvas.size().width && x - half >= 0.0F
            && taken.take(x - half - canvas.units(4.0F), x + half + canvas.units(4.0F)))
            canvas.text({ x, bottom + 1.35F * style.smallest }, label, number_note(style, 2 * half, Align::center));
    }
    return canvas.finish();
}

} // namespace warpstage::views
