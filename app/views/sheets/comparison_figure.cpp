#include "app/views/sheets/comparison_figure.h"

#include "app/views/sectors/sectors_figure.h"

namespace warpstage::views {

namespace {

constexpr float kTallestComparisonRow = 56.0F;

std::string number_words(double value, const std::string& unit)
{
    if (!std::isfinite(value))
        return "–";
    if (!unit.empty() && value > 0.0)
        return value_words(value, unit);
    if (value == std::round(value) && std::abs(value) < 1e15)
        return text::grouped(static_cast<std::int64_t>(value));
    return numf("{:.{}f}", value, std::abs(value) < 10.0 ? 2 : 1);
}

// Which of the two is better: −1 the left one, 1 the right one, 0 neither. Neither if only the right one has such events at all:
// this is a different method, not a worse one.
int winner(const ComparisonRow& row)
{
    if (!std::isfinite(row.left) || !std::isfinite(row.right) || is_same(row.left, row.right) || row.left == 0.0)
        return 0;
    return (row.right < row.left) == (row.better == Better::less) ? 1 : -1;
}

struct ComparisonColumns {
    float metric = 0.0F;
    float value = 0.0F; // each of the two
    float difference = 0.0F;
    float bars = 0.0F; // 0: it does not fit
};

ComparisonColumns columns_of(const Canvas& canvas, const ComparisonInput& input, Rect area)
{
    const Style& style = canvas.style();
    ComparisonColumns columns;
    const float gap = canvas.units(14.0F);
    for (const ComparisonRow& row : input.rows) {
        columns.metric = std::max(columns.metric, room_for(row.metric, Face::regular, style.small));
        for (const double value : { row.left, row.right })
            columns.value = std::max(columns.value, room_for(number_words(value, row.unit), Face::mono, style.small));
        columns.difference =
            std::max(columns.difference, room_for(difference_words(row.left, row.right), Face::mono, style.small));
    }
    for (const std::string& name : { input.left, input.right })
        columns.value = std::max(columns.value, std::min(room_for(name, Face::semibold, style.small), 0.2F * area.width));
    columns.metric = std::min(columns.metric + gap, 0.4F * area.width);
    columns.value += gap;
    columns.difference += gap + 1.3F * style.small;
    const float values = columns.metric + 2 * columns.value;
    columns.bars = area.width - values - columns.difference;
    if (columns.bars < canvas.units(60.0F))
        columns.bars = 0.0F;
    if (values + columns.difference > area.width)
        columns.difference = 0.0F;
    if (columns.metric + 2 * columns.value > area.width) {
        columns.metric = std::max(area.width - 2 * columns.value, 0.3F * area.width);
        columns.value = (area.width - columns.metric) / 2;
    }
    if (columns.bars == 0.0F) // the names take the remaining width
        columns.metric = area.width - 2 * columns.value - columns.difference;
    return columns;
}

Color left_color(const Style& style)
{
    return shape_color(style, style.blue);
}

Color right_color(const Style& style)
{
    return shape_color(style, style.orange);
}

// The left one is filled, the right one has slanted lines.
void draw_pair(Canvas& canvas, const ComparisonRow& row, Rect rect)
{
    const Style& style = canvas.style();
    const double most = std::max(std::abs(row.left), std::abs(row.right));
    if (!std::isfinite(most) || most <= 0.0)
        return;
    const float height = std::min(0.36F * rect.height, canvas.units(14.0F));
    const float middle = rect.y + rect.height / 2;
    const float gap = canvas.units(1.5F);
    const auto width = [&](double value) {
        return std::max(rect.width * static_cast<float>(std::abs(value) / most), canvas.units(1.5F));
    };
    canvas.fill({ rect.x, middle - height - gap / 2, width(row.left), height }, left_color(style), canvas.units(2.0F));
    const Rect right { rect.x, middle + gap / 2, width(row.right), height };
    canvas.fill(right, mix(style.panel, right_color(style), 0.3F));
    hatch(canvas, right, right_color(style), canvas.units(6.0F));
    canvas.outline(right, right_color(style));
}

void draw_row(Canvas& canvas, const ComparisonInput& input, const ComparisonRow& row, const ComparisonColumns& columns, Rect rect)
{
    const Style& style = canvas.style();
    const float middle = rect.y + rect.height / 2;
    const float baseline = centered_baseline(middle, style.small);
    const float gap = canvas.units(10.0F);
    float x = rect.x;
    canvas.text({ x, baseline }, row.metric, { Face::regular, style.small, style.text, Align::left, columns.metric - gap });
    x += columns.metric;
    const int won = winner(row);
    // A slower variant is not praised for a count.
    const int better = won > 0 && input.right_is_slower ? 0 : won;
    const bool marked = columns.difference > 0.0F; // no color unless the text states the same
    for (const auto& [value, wins] :
        { std::pair { row.left, marked && better < 0 }, std::pair { row.right, marked && better > 0 } }) {
        x += columns.value;
        canvas.text({ x - gap, baseline }, number_words(value, row.unit),
            { Face::mono, style.small, wins ? style.green : style.text, Align::right, columns.value - gap });
    }
    if (columns.difference > 0.0F) {
        x += columns.difference;
        const Color color = better > 0 ? style.green : better < 0 ? style.vermilion : style.secondary;
        const std::string words = difference_words(row.left, row.right);
        canvas.text({ x - gap, baseline }, words,
            { Face::mono, style.small, color, Align::right, columns.difference - gap - 1.2F * style.small });
        // Better and worse have a mark each.
        const float mark = x - columns.difference + 0.6F * style.small + canvas.units(4.0F);
        if (better > 0)
            canvas.tick({ mark, middle }, 0.75F * style.small, color);
        else if (better < 0)
            warning_sign(canvas, { mark, middle }, 0.9F * style.small, color);
    }
    if (columns.bars > 0.0F)
        draw_pair(canvas, row, { x + canvas.units(6.0F), rect.y, columns.bars - canvas.units(6.0F), rect.height });
}

void draw_head(Canvas& canvas, const ComparisonInput& input, const ComparisonColumns& columns, Rect rect)
{
    const Style& style = canvas.style();
    const float baseline = rect.y + 0.95F * style.small;
    const float gap = canvas.units(10.0F);
    float x = rect.x + columns.metric;
    for (const std::string& name : { input.left, input.right }) {
        x += columns.value;
        canvas.text({ x - gap, baseline }, name, { Face::semibold, style.small, style.text, Align::right, columns.value - gap });
    }
    if (columns.difference > 0.0F)
        canvas.text(
            { x + columns.difference - gap, baseline }, tr("difference"), note(style, columns.difference - gap, Align::right));
    canvas.line({ rect.x, rect.bottom() }, { rect.right(), rect.bottom() }, style.border, canvas.units(1.0F));
}

} // namespace

bool is_same(double left, double right)
{
    constexpr double kSame = 0.005; // a smaller relative difference would be written as 0 %
    return left == right || (left > 0.0 && std::abs(right / left - 1.0) < kSame);
}

std::string difference_words(double left, double right)
{
    if (!std::isfinite(left) || !std::isfinite(right))
        return "–";
    if (is_same(left, right))
        return tr("same");
    if (left <= 0.0)
        return "–";
    const double ratio = right / left;
    if (ratio >= 2.0)
        return numf("{:.{}f}×", ratio, ratio < 9.995 ? 1 : 0);
    return (ratio < 1.0 ? "−" : "+") + percent(std::abs(ratio - 1.0));
}

DrawList comparison_figure(const ComparisonInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    PageWords words { tr("Comparison"), input.subtitle };
    if (input.rows.empty())
        return empty_page(std::move(canvas), words, tr("nothing to compare"));
    const std::vector<KeyEntry> key { key_box(input.left, left_color(style), {}, 2.0F),
        { input.right, [](Canvas& on, Rect rect) {
             on.fill(rect, mix(on.style().panel, right_color(on.style()), 0.3F));
             hatch(on, rect, right_color(on.style()), on.units(5.0F));
             on.outline(rect, right_color(on.style()));
         } } };
    const Rect area = draw_page(canvas, words, key, canvas.units(80.0F));
    const ComparisonColumns columns = columns_of(canvas, input, area);
    if (columns.value < canvas.units(20.0F))
        return canvas.finish();
    const float head = 1.5F * style.small;
    const float least = 1.35F * style.small;
    const auto room = rows_in(area.height - head, least);
    const std::size_t shown = std::min(room, input.rows.size());
    if (shown == 0)
        return canvas.finish();
    const float pitch = std::min((area.height - head) / static_cast<float>(shown), canvas.units(kTallestComparisonRow));
    draw_head(canvas, input, columns, { area.x, area.y, area.width, head });
    float y = area.y + head;
    for (std::size_t row = 0; row < shown; ++row) {
        if (row % 2 == 1)
            canvas.fill({ area.x, y, area.width, pitch }, well_color(style), canvas.units(3.0F));
        const Rect place { area.x, y, area.width, pitch };
        draw_row(canvas, input, input.rows[row], columns, place);
        if (input.rows[row].tip)
            canvas.tip(place, *input.rows[row].tip);
        y += pitch;
    }
    return canvas.finish();
}

} // namespace warpstage::views
