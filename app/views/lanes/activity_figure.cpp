#include "app/views/lanes/activity_figure.h"

namespace warpstage::views {

namespace {

using analysis::Activity;
using analysis::ActivityCell;
using analysis::ActivityRow;
using analysis::RowsAre;

constexpr float kTallestRow = 72.0F;
constexpr float kNotched = 0.5F; // height of a lane that was active in some instructions of a column

// Each state has its own shape: a bar as tall as its share, a thin stripe, a dim fill, slanted lines, nothing.
void draw_cell(Canvas& canvas, const ActivityCell& cell, RowsAre rows_are, Rect rect)
{
    const Style& style = canvas.style();
    switch (cell.activity) {
    case Activity::working: {
        // A lane is active or not, with a notch if it was active in a part of the column; the bar of a warp shows the share of
        // active lanes.
        const float share = rows_are == RowsAre::warps ? std::max(cell.share, 1.0F / 32.0F) : cell.share < 1.0F ? kNotched : 1.0F;
        const Color color = rows_are == RowsAre::lanes
            ? mix(idle_color(style), shape_color(style, style.blue), 0.3F + 0.7F * cell.share)
            : shape_color(style, style.blue);
        canvas.fill(rect, idle_color(style));
        canvas.fill({ rect.x, rect.bottom() - share * rect.height, rect.width, share * rect.height }, color);
        break;
    }
    case Activity::predicated_off:
        canvas.fill(rect, idle_color(style));
        canvas.fill({ rect.x, rect.y + 0.36F * rect.height, rect.width, 0.28F * rect.height }, style.blue);
        break;
    case Activity::other_path:
        canvas.fill(rect, idle_color(style));
        break;
    case Activity::at_barrier:
        hatch(canvas, rect, style.orange, canvas.units(6.0F));
        break;
    case Activity::gone:
        break;
    }
}

void draw_row(Canvas& canvas, const ActivityInput& input, const ActivityRow& row, Rect rect)
{
    const float width = rect.width / static_cast<float>(input.columns);
    std::size_t start = 0;
    for (std::size_t column = 1; column <= row.cells.size(); ++column) {
        if (column < row.cells.size() && row.cells[column] == row.cells[start])
            continue;
        draw_cell(canvas, row.cells[start], input.rows_are,
            { rect.x + width * static_cast<float>(start), rect.y, width * static_cast<float>(column - start), rect.height });
        start = column;
    }
}

void draw_divergences(Canvas& canvas, const ActivityInput& input, const ActivityRow& row, Rect rect, float mark)
{
    const float width = rect.width / static_cast<float>(input.columns);
    float last = rect.x - mark;
    for (const std::size_t column : row.divergent) {
        const float x = std::clamp(rect.x + width * (static_cast<float>(column) + 0.5F), rect.x + mark / 2,
            std::max(rect.x + mark / 2, rect.right() - mark / 2));
        if (x - last < 0.9F * mark)
            continue;
        canvas.triangle({ x, rect.y + mark / 2 }, mark, Pointing::down, canvas.style().orange);
        last = x;
    }
}

// Below the grid: from the first instruction to the last, in round intervals.
void draw_axis(Canvas& canvas, const ActivityInput& input, Rect area, float baseline)
{
    const Style& style = canvas.style();
    const auto x_of = [&](std::size_t instruction) {
        return area.x + area.width * static_cast<float>(instruction) / static_cast<float>(input.instructions);
    };
    const std::string name = tr("warp instructions");
    const float name_room = room_for(name, Face::regular, style.smallest);
    const float number_room = room_for(grouped_count(input.instructions), Face::mono, style.smallest);
    const bool named = area.width > name_room + 3 * number_room;
    const float end = named ? area.right() - name_room - canvas.units(8.0F) : area.right();
    if (named)
        canvas.text({ area.right(), baseline }, name, note(style, name_room, Align::right));
    std::size_t step = 1;
    const auto too_close = [&](std::size_t candidate) {
        return x_of(candidate) - area.x < number_room + canvas.units(14.0F);
    };
    for (std::size_t power = 1; too_close(step) && step < input.instructions; power *= 10)
        for (const std::size_t factor : { 1U, 2U, 5U })
            if (too_close(step))
                step = factor * power;
    for (std::size_t at = 0; at <= input.instructions; at += step) {
        const float room = room_for(grouped_count(at), Face::mono, style.smallest);
        if (x_of(at) + room > end)
            break;
        canvas.line(
            { x_of(at), area.bottom() }, { x_of(at), area.bottom() + canvas.units(4.0F) }, style.secondary, canvas.units(1.0F));
        canvas.text({ x_of(at), baseline }, grouped_count(at), number_note(style, room, Align::left));
    }
}

bool has(const ActivityInput& input, Activity activity)
{
    return std::ranges::any_of(input.rows, [&](const ActivityRow& row) {
        return std::any_of(
            row.cells.begin(), row.cells.end(), [&](const ActivityCell& cell) { return cell.activity == activity; });
    });
}

std::vector<KeyEntry> key_of(const ActivityInput& input)
{
    std::vector<KeyEntry> key;
    const auto add = [&](Activity activity, const std::string& words) {
        if (has(input, activity))
            key.push_back({ words, [activity, rows_are = input.rows_are](Canvas& canvas, Rect rect) {
                               canvas.fill(rect, well_color(canvas.style()));
                               draw_cell(canvas, { activity, rows_are == RowsAre::warps ? 0.6F : 1.0F }, rows_are, rect);
                               canvas.outline(rect, canvas.style().border);
                           } });
    };
    add(Activity::working, input.rows_are == RowsAre::lanes ? tr("active") : tr("height: share of active lanes"));
    add(Activity::predicated_off, tr("predicated off"));
    add(Activity::other_path, tr("inactive (diverged)"));
    add(Activity::at_barrier, tr("waits at a barrier"));
    add(Activity::gone, tr("exited, or no thread"));
    const auto diverges = [](const ActivityRow& row) {
        return !row.divergent.empty();
    };
    if (std::ranges::any_of(input.rows, diverges))
        key.push_back({ tr("divergent branch"), [](Canvas& canvas, Rect rect) {
                           canvas.triangle(rect.center(), 0.8F * rect.height, Pointing::down, canvas.style().orange);
                       } });
    if (!input.barriers.empty())
        key.push_back({ tr("barrier passed"), [](Canvas& canvas, Rect rect) {
                           canvas.line({ rect.x + rect.width / 2, rect.y }, { rect.x + rect.width / 2, rect.bottom() },
                               canvas.style().text, canvas.units(2.0F));
                       } });
    return key;
}

void draw_names(Canvas& canvas, const ActivityInput& input, Rect grid, float pitch, std::size_t shown)
{
    const Style& style = canvas.style();
    const auto step = static_cast<std::size_t>(std::max(1.0F, std::ceil(1.15F * style.smallest / pitch)));
    for (std::size_t row = 0; row < shown; row += step) {
        const float middle = grid.y + pitch * (static_cast<float>(row) + 0.5F);
        if (middle + 0.6F * style.smallest > canvas.size().height)
            break;
        canvas.label({ 0, middle }, input.rows[row].name, note(style, grid.x - canvas.units(6.0F)));
    }
}

} // namespace

DrawList activity_figure(const ActivityInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    const bool lanes = input.rows_are == RowsAre::lanes;
    PageWords words { lanes ? tr("Lanes over time") : tr("Warps over time"), input.subtitle };
    if (input.rows.empty() || input.columns == 0 || input.instructions == 0)
        return empty_page(std::move(canvas), words, tr("nothing recorded"));
    words.headline = { { trf("{:.1f} of {} lanes active on average", input.average_lanes, input.warp_width),
                           trf("{:.1f} of {} lanes", input.average_lanes, input.warp_width) },
        input.average_lanes < 0.75 * input.warp_width ? style.orange : style.text, false };
    const std::string waiting = input.waiting > 0.0
        ? trf("{} at barriers for {} of the time. ", lanes ? tr("The warp waits") : tr("Warps wait"), percent(input.waiting))
        : "";
    words.sentence = { waiting
            + tr("The time axis assumes that every warp issues its instructions in sequence at the same rate."),
        waiting + tr("Every warp is assumed to issue at the same rate.") };
    const Rect area = draw_page(canvas, words, key_of(input), canvas.units(90.0F));

    float names = 0.0F;
    for (const ActivityRow& row : input.rows)
        names = std::max(names, room_for(row.name, Face::regular, style.smallest));
    names = std::min(names + canvas.units(8.0F), 0.3F * area.width);
    const float axis = area.height >= canvas.units(60.0F) ? 1.5F * style.smallest : 0.0F;
    const float mark = std::min(canvas.units(8.0F), 0.1F * area.height);
    const float room = area.height - axis - mark;
    if (room < canvas.units(12.0F) || area.width - names < canvas.units(30.0F))
        return canvas.finish();
    const auto most = std::max<std::size_t>(1, rows_in(room, canvas.units(2.0F)));
    const std::size_t shown = std::min(most, input.rows.size());
    const float pitch = std::min(room / static_cast<float>(shown), canvas.units(kTallestRow));
    const Rect grid { names, area.y + mark, area.width - names, pitch * static_cast<float>(shown) };
    canvas.fill(grid, well_color(style));
    // Rows of warps keep some space for their marks; rows of lanes are dense and share the marks of their warp.
    const float head = lanes ? 0.0F : std::min(0.22F * pitch, canvas.units(8.0F));
    const float gap = std::clamp(0.1F * pitch, canvas.units(0.3F), canvas.units(2.0F));
    for (std::size_t row = 0; row < shown; ++row) {
        const float y = grid.y + pitch * static_cast<float>(row);
        draw_row(canvas, input, input.rows[row], { grid.x, y + head, grid.width, pitch - head - gap });
        if (!lanes && head >= canvas.units(3.0F))
            draw_divergences(canvas, input, input.rows[row], { grid.x, y, grid.width, head }, head);
    }
    if (lanes)
        draw_divergences(canvas, input, input.rows.front(), { grid.x, area.y, grid.width, mark }, mark);
    const float width = grid.width / static_cast<float>(input.columns);
    for (const std::size_t column : input.barriers) {
        const float x = grid.x + width * static_cast<float>(column);
        canvas.line({ x, grid.y - mark }, { x, grid.bottom() }, style.text, canvas.units(1.5F));
    }
    draw_names(canvas, input, grid, pitch, shown);
    if (axis > 0.0F)
        draw_axis(canvas, input, grid, grid.bottom() + axis - 0.2F * style.smallest);
    return canvas.finish();
}

} // namespace warpstage::views
