#include "app/views/sheets/step_bars_figure.h"

namespace warpstage::views {

namespace {

constexpr float kMinStepRow = 56.0F; // height, including the name above the bars
constexpr float kFullStepRow = 92.0F;
constexpr float kStepKey = 26.0F; // height of the line with the names of the variants
constexpr float kRoomForTwo = 640.0F; // minimum width for rows in two columns

std::string count_words(std::optional<double> value, const std::string& unit)
{
    if (!value)
        return "…";
    return unit.empty() ? text::grouped(static_cast<std::int64_t>(std::llround(*value))) : value_words(*value, unit);
}

// −1: the left one is better, 1: the right one, 0: neither, or unknown.
int better_side(const StepBarRow& row)
{
    if (!row.left || !row.right || *row.left == *row.right)
        return 0;
    return (*row.right < *row.left) == (row.better == Better::less) ? 1 : -1;
}

Color step_left_color(const Style& style)
{
    return shape_color(style, style.blue);
}

Color step_right_color(const Style& style)
{
    return shape_color(style, style.orange);
}

void fill_right(Canvas& canvas, Rect rect)
{
    const Color color = step_right_color(canvas.style());
    canvas.fill(rect, mix(canvas.style().panel, color, 0.3F));
    hatch(canvas, rect, color, canvas.units(6.0F));
    canvas.outline(rect, color);
}

struct StepColumns {
    float values = 0.0F; // of the numbers behind the bars
    float ratio = 0.0F;
};

StepColumns step_columns(const Canvas& canvas, const StepBarsInput& input)
{
    const Style& style = canvas.style();
    StepColumns columns;
    for (const StepBarRow& row : input.rows) {
        for (const auto& value : { row.left, row.right })
            columns.values = std::max(columns.values, room_for(count_words(value, row.unit), Face::mono, style.body));
        columns.ratio = std::max(columns.ratio, room_for(ratio_words(row.left, row.right), Face::semibold, 1.4F * style.title));
    }
    columns.values += canvas.units(12.0F);
    columns.ratio += canvas.units(28.0F);
    return columns;
}

void draw_step_row(Canvas& canvas, const StepBarRow& row, const StepColumns& columns, Rect rect)
{
    const Style& style = canvas.style();
    const float name = 1.3F * style.body;
    const Rect bars { rect.x, rect.y + name, rect.width - columns.ratio, rect.height - name - canvas.units(6.0F) };
    canvas.label({ rect.x, rect.y + name / 2 }, row.name, { Face::regular, style.body, style.text, Align::left, bars.width });
    const double most = std::max(row.left.value_or(0.0), row.right.value_or(0.0));
    const float room = std::max(bars.width - columns.values, canvas.units(10.0F));
    const float pitch = bars.height / 2;
    const float height = std::min(0.8F * pitch, canvas.units(26.0F));
    const float size = std::min(style.body, std::max(pitch, style.smallest));
    for (int side = 0; side < 2; ++side) {
        const std::optional<double> value = side == 0 ? row.left : row.right;
        const float middle = bars.y + (static_cast<float>(side) + 0.5F) * pitch;
        float width = 0.0F;
        if (value && *value > 0.0 && most > 0.0) {
            width = std::max(room * static_cast<float>(*value / most), canvas.units(2.0F));
            const Rect bar { bars.x, middle - height / 2, width, height };
            if (side == 0)
                canvas.fill(bar, step_left_color(style));
            else
                fill_right(canvas, bar);
        }
        canvas.label({ bars.x + width + canvas.units(8.0F), middle }, count_words(value, row.unit),
            { Face::mono, size, value ? style.text : style.secondary, Align::left, columns.values });
    }
    const std::string ratio = ratio_words(row.left, row.right);
    if (ratio.empty())
        return;
    const int side = better_side(row);
    const Color color = side > 0 ? style.green : side < 0 ? style.vermilion : style.secondary;
    const float large = std::min(1.4F * style.title, 0.6F * rect.height);
    canvas.label({ rect.right(), bars.center().y }, ratio,
        { Face::semibold, large, color, Align::right, columns.ratio - canvas.units(14.0F) });
}

void draw_step_key(Canvas& canvas, const StepBarsInput& input, Rect rect)
{
    const Style& style = canvas.style();
    const float box = 0.8F * style.body;
    const float room = rect.width / 2;
    float x = rect.x;
    for (int side = 0; side < 2; ++side) {
        const Rect mark { x, rect.center().y - box / 2, 1.6F * box, box };
        if (side == 0)
            canvas.fill(mark, step_left_color(style));
        else
            fill_right(canvas, mark);
        const std::string& name = side == 0 ? input.left : input.right;
        const float left = mark.right() + canvas.units(8.0F);
        const float most = (side == 0 ? rect.x + room - canvas.units(24.0F) : rect.right()) - left;
        const float width = std::max(std::min(room_for(name, Face::semibold, style.body), most), 1.0F);
        canvas.label({ left, rect.center().y }, name, { Face::semibold, style.body, style.text, Align::left, width });
        x = left + width + canvas.units(24.0F);
    }
    const float rest = rect.right() - x;
    if (!input.waiting.empty() && rest > canvas.units(80.0F))
        canvas.label({ rect.right(), rect.center().y }, input.waiting, note(style, rest, Align::right));
}

// Of adjacent rows.
std::size_t columns_in(float width, std::size_t rows, const Style& style)
{
    return rows > 2 && width >= kRoomForTwo * style.scale ? 2 : 1;
}

float step_bars_height(const StepBarsInput& input, float width, const Style& style, float row)
{
    const Canvas canvas({ 1.0F, 1.0F }, style);
    const std::size_t columns = columns_in(width, input.rows.size(), style);
    const std::size_t lines = (input.rows.size() + columns - 1) / columns;
    return canvas.heading_height() + canvas.units(kStepKey + row * static_cast<float>(lines));
}

} // namespace

std::string ratio_words(std::optional<double> left, std::optional<double> right)
{
    if (!left || !right || !std::isfinite(*left) || !std::isfinite(*right))
        return {};
    if (*left == *right)
        return tr("same");
    if (*left <= 0.0 || *right <= 0.0)
        return {};
    const bool fewer = *right < *left;
    const double ratio = fewer ? *left / *right : *right / *left;
    const int digits = ratio < 9.95 && std::abs(ratio - std::round(ratio)) > 0.005 ? (ratio < 1.995 ? 2 : 1) : 0;
    return numf("{}{:.{}f}", fewer ? "÷" : "×", ratio, digits);
}

float min_step_bars_height(const StepBarsInput& input, float width, const Style& style)
{
    return step_bars_height(input, width, style, kMinStepRow);
}

float full_step_bars_height(const StepBarsInput& input, float width, const Style& style)
{
    return step_bars_height(input, width, style, kFullStepRow);
}

DrawList step_bars_figure(const StepBarsInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    canvas.heading(tr("All launches"), input.subtitle, {});
    const float head = canvas.heading_height();
    const float key = canvas.units(kStepKey);
    const Rect area { 0, head + key, size.width, size.height - head - key };
    const std::size_t beside = columns_in(size.width, input.rows.size(), style);
    const std::size_t lines =
        std::min(rows_in(area.height, canvas.units(kMinStepRow)), (input.rows.size() + beside - 1) / beside);
    if (lines == 0 || area.width < canvas.units(160.0F))
        return canvas.finish();
    draw_step_key(canvas, input, { 0, head, size.width, key });
    const StepColumns columns = step_columns(canvas, input);
    const float pitch = std::min(area.height / static_cast<float>(lines), canvas.units(kFullStepRow));
    const float gap = canvas.units(32.0F);
    const float width = (size.width - gap * static_cast<float>(beside - 1)) / static_cast<float>(beside);
    for (std::size_t row = 0; row < std::min(lines * beside, input.rows.size()); ++row) {
        const std::size_t line = row / beside;
        const Rect place { (width + gap) * static_cast<float>(row % beside), area.y + static_cast<float>(line) * pitch, width,
            pitch };
        draw_step_row(canvas, input.rows[row], columns, place);
        if (input.rows[row].tip)
            canvas.tip(place, *input.rows[row].tip);
    }
    return canvas.finish();
}

} // namespace warpstage::views
