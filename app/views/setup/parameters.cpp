#include "app/views/drawing.h"
#include "app/views/frame/panel.h"
#include "app/views/setup/dragging.h"

#include <cctype>
#include <charconv>

namespace warpstage::views {

namespace {

constexpr float kRow = 27.0F;
constexpr float kChip = 20.0F; // of a suggestion
constexpr float kBelowChips = 7.0F;
constexpr float kSmallRow = 21.0F; // if not all fit otherwise

// "20480" as "20 480"; any text that is not an integer is unchanged.
std::string readable(const std::string& value)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc {} || end != value.data() + value.size() || value.size() < 4)
        return value;
    return text::grouped(number);
}

struct Heights {
    float row = 0.0F;
    float chip = 0.0F; // of a suggestion
    float with_suggestions = 0.0F; // a row with its suggestions
};

Heights heights_of(const Style& style)
{
    const float row = std::max(kRow * style.scale, style.least_target);
    const float chip = std::max(kChip * style.scale, style.least_target);
    return { row, chip, row + chip + kBelowChips * style.scale };
}

float chip_width(const Canvas& canvas, const std::string& value)
{
    return room_for(readable(value), Face::regular, canvas.style().smallest) + canvas.units(12.0F);
}

// As many suggestions as fit, including the current value.
void draw_suggestions(Canvas& canvas, const session::ParameterView& parameter, Rect row)
{
    const Style& style = canvas.style();
    const std::vector<std::string>& values = parameter.suggestions;
    const float gap = canvas.units(5.0F);
    const auto present = static_cast<std::size_t>(std::find(values.begin(), values.end(), parameter.value) - values.begin());
    std::size_t first = 0;
    const auto length = [&](std::size_t from, std::size_t to) {
        float sum = 0.0F;
        for (std::size_t i = from; i <= to; ++i)
            sum += chip_width(canvas, values[i]) + gap;
        return sum - gap;
    };
    if (present < values.size())
        while (first < present && length(first, present) > row.width)
            ++first;
    float x = row.x;
    for (std::size_t i = first; i < values.size(); ++i) {
        const float width = chip_width(canvas, values[i]);
        if (x + width > row.right())
            break;
        const Rect chip { x, row.y, width, row.height };
        const bool chosen = i == present;
        canvas.chip(chip, readable(values[i]), chosen ? style.orange : track_color(style), chosen ? on_fill(style) : style.text,
            Face::regular, style.smallest);
        on_click(canvas, chip, session::SetParameter { parameter.id, values[i] });
        x += width + gap;
    }
}

void draw_parameter(Canvas& canvas, const session::ParameterView& parameter, Rect row, const Heights& heights)
{
    const Style& style = canvas.style();
    const bool small = row.height < heights.row;
    const float size = small ? style.small : style.body;
    const float number = small ? style.small : style.source;
    const float baseline = centered_baseline(row.y + std::min(heights.row, row.height) / 2, size);
    std::string value = readable(parameter.value);
    if (!parameter.unit.empty())
        value += " " + parameter.unit;
    const float label_width = room_for(parameter.label, Face::regular, size) + canvas.units(10.0F);
    const float widest = std::max(0.6F * row.width, row.width - label_width);
    const float value_size = fitting_size(value, Face::mono, widest, { number, std::min(number, style.small), style.smallest });
    const float value_width = std::min(room_for(value, Face::mono, value_size), widest);
    canvas.text(
        { row.right(), baseline }, value, { Face::mono, value_size, style.text, Align::right, value_width + canvas.units(1.0F) });
    canvas.text({ row.x, baseline }, parameter.label,
        { Face::regular, size, style.secondary, Align::left, row.width - value_width - canvas.units(10.0F) });
}

Tip parameter_tip(const session::ParameterView& parameter)
{
    Tip tip { parameter.label, tr("Click or Enter: choose or type a value. Drag the value sideways to change it."), {}, {}, {} };
    tip.formula = parameter.id + " = " + parameter.value + (parameter.unit.empty() ? "" : " " + parameter.unit);
    for (std::size_t i = 0; i < parameter.suggestions.size(); ++i)
        tip.source += (i == 0 ? "" : ", ") + parameter.suggestions[i];
    return tip;
}

} // namespace

DrawList parameters_view(const Scope& scope)
{
    Canvas canvas = panel_canvas(scope);
    const Rect inside = scope.inside();
    const float top = inside.y + canvas.heading_height();
    const Rect room { inside.x, top, inside.width, inside.bottom() - top };
    const std::size_t count = scope.model.setup->parameters.size();
    canvas.tip(inside,
        { tr("Parameters"), tr("Parameters of the lesson. Enter lists all of them."), trf("{} parameters", count),
            tr("On the command line: --set NAME=VALUE."), {} });
    if (count == 0) {
        canvas.heading(inside, tr("Parameters"), "", {});
        canvas.empty_words(room, tr("this lesson has no parameters"));
        return canvas.finish();
    }
    const Heights heights = heights_of(scope.style);
    const bool suggestions = static_cast<float>(count) * heights.with_suggestions <= room.height;
    const bool roomy = static_cast<float>(count) * heights.row <= room.height;
    const float least = suggestions ? heights.with_suggestions : roomy ? heights.row : canvas.units(kSmallRow);
    const auto shown = std::min(count, std::max<std::size_t>(1, rows_in(room.height, least)));
    const float pitch = std::clamp(room.height / static_cast<float>(shown), least, roomy ? 1.35F * least : least);
    canvas.heading(
        inside, tr("Parameters"), shown < count ? trf("{} more: Enter", count - shown) : tr("click or Enter: edit"), {});
    float y = room.y;
    for (std::size_t i = 0; i < shown; ++i) {
        const session::ParameterView& parameter = scope.model.setup->parameters[i];
        const Rect row { room.x, y, room.width, pitch };
        draw_parameter(canvas, parameter, row, heights);
        canvas.tip(row, parameter_tip(parameter));
        const Rect whole { row.x, row.y, row.width, std::min(heights.row, pitch) };
        on_click(canvas, whole, EditParameter { parameter.id });
        if (dragged_value(parameter, 1)) // the right half, with the value
            on_click(canvas, { whole.center().x, whole.y, whole.width / 2, whole.height },
                DragParameter { parameter.id, canvas.units(goes_one_by_one(parameter) ? 8.0F : 28.0F), true });
        if (suggestions)
            draw_suggestions(canvas, parameter, { room.x, y + heights.row, room.width, heights.chip });
        y += pitch;
    }
    return canvas.finish();
}

} // namespace warpstage::views
