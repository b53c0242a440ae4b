#include "app/views/lanes/lane_row.h"

namespace warpstage::views {

Rect LaneRow::cell(unsigned lane) const
{
    const float gap = std::clamp(0.08F * pitch(), 0.4F, 0.12F * rect.height + 0.4F);
    return { rect.x + pitch() * static_cast<float>(lane) + gap / 2, rect.y, pitch() - gap, rect.height };
}

bool numbers_fit(const Canvas& canvas, const LaneRow& row)
{
    const float size = canvas.style().smallest;
    const std::string widest = std::to_string(row.first_number + std::max(row.count, 1U) - 1);
    return row.rect.height >= 1.1F * size && room_for(widest, Face::mono, size) <= row.pitch();
}

void draw_lane_row(Canvas& canvas, const LaneRow& row, const std::function<Color(unsigned)>& fill)
{
    const Style& style = canvas.style();
    const bool numbers = numbers_fit(canvas, row);
    const float radius = std::min(canvas.units(3.0F), 0.2F * row.pitch());
    for (unsigned lane = 0; lane < row.count; ++lane) {
        const Rect cell = row.cell(lane);
        const bool active = has_lane(row.active, lane);
        const Color color = active ? fill(lane) : style.panel;
        if (active)
            canvas.fill(cell, color, radius);
        else
            canvas.outline(cell, idle_color(style), radius);
        if (numbers)
            canvas.label({ row.x(lane), cell.y + cell.height / 2 }, std::to_string(row.first_number + lane),
                { Face::mono, style.smallest, active ? ink_on(color, style) : style.secondary, Align::center, row.pitch() });
    }
}

void draw_lane_numbers(Canvas& canvas, const LaneRow& row, float baseline)
{
    const Style& style = canvas.style();
    const float size = style.smallest;
    const float room = 1.15F * room_for(std::to_string(row.first_number + std::max(row.count, 1U) - 1), Face::mono, size);
    unsigned step = 1;
    while (static_cast<float>(step) * row.pitch() < room && step < row.count)
        step *= 2;
    TakenSpans taken;
    const auto number = [&](unsigned lane) {
        const std::string text = std::to_string(row.first_number + lane);
        const float half = 0.575F * room_for(text, Face::mono, size);
        const float x = std::clamp(row.x(lane), half, std::max(half, canvas.size().width - half));
        if (taken.take(x - half, x + half))
            canvas.text({ x, baseline }, text, { Face::mono, size, style.secondary, Align::center, room });
    };
    for (unsigned lane = 0; lane < row.count; lane += step)
        number(lane);
    if (row.count > 0)
        number(row.count - 1);
}

} // namespace warpstage::views
