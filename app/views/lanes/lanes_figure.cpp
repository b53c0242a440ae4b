#include "app/views/lanes/lanes_figure.h"

#include "app/views/frame/recorded_inputs.h"
#include "core/analysis/block/lane_grid.h"

namespace warpstage::views {

namespace {

using analysis::LaneCell;
using analysis::LaneGrid;
using analysis::LaneState;

constexpr float kBroadestLaneCell = 40.0F;
constexpr float kShades = 8.0F; // of a column that represents several instructions
constexpr float kNotch = 0.5F; // share of a cell's height that the notch takes
constexpr float kLeastNotch = 1.2F; // in points: also visible in the lowest rows
constexpr float kMaxShareShade = 0.7F; // of the full color

Color shade(const Style& style, float share)
{
    return mix(idle_color(style), style.blue, 0.3F + 0.7F * share);
}

bool executed_some(const LaneCell& cell)
{
    return cell.state == LaneState::executed && cell.share < 1.0F;
}

// Each state has its own shape besides its color: a full cell, one with a notch if the lane did not execute all instructions of a
// column, a thin stripe, a dim full cell, nothing.
void draw_cell(Canvas& canvas, const LaneCell& cell, Rect rect)
{
    const Style& style = canvas.style();
    switch (cell.state) {
    case LaneState::executed:
        if (executed_some(cell)) {
            canvas.fill(rect, idle_color(style));
            const float notch = std::min(rect.height, std::max(kNotch * rect.height, canvas.units(kLeastNotch)));
            rect.y += notch;
            rect.height -= notch;
        }
        canvas.fill(rect, shade(style, executed_some(cell) ? kMaxShareShade * cell.share : cell.share));
        break;
    case LaneState::predicated_off: {
        const float height = std::max(rect.height * 0.3F, 0.8F);
        canvas.fill({ rect.x, rect.y + (rect.height - height) / 2, rect.width, height }, style.blue);
        break;
    }
    case LaneState::other_path:
        canvas.fill(rect, idle_color(style));
        break;
    case LaneState::gone:
        break;
    }
}

// Only a lane that was active in every instruction has the full color.
LaneCell look_of(LaneCell cell)
{
    cell.share = std::floor(cell.share * kShades) / kShades;
    return cell;
}

// Equal adjacent cells become one rectangle; thin lines over them separate the cells.
void draw_cells(Canvas& canvas, const LaneGrid& grid, Rect area)
{
    const float width = area.width / static_cast<float>(grid.columns);
    const float height = area.height / static_cast<float>(grid.lanes);
    for (unsigned lane = 0; lane < grid.lanes; ++lane) {
        std::size_t start = 0;
        for (std::size_t column = 1; column <= grid.columns; ++column) {
            if (column < grid.columns && look_of(grid.at(column, lane)) == look_of(grid.at(start, lane)))
                continue;
            draw_cell(canvas, look_of(grid.at(start, lane)),
                { area.x + width * static_cast<float>(start), area.y + height * static_cast<float>(lane),
                    width * static_cast<float>(column - start), height });
            start = column;
        }
    }
    const Color ground = well_color(canvas.style());
    const float row_line = std::clamp(0.2F * height, canvas.units(0.6F), canvas.units(2.0F));
    for (unsigned lane = 1; lane < grid.lanes; ++lane) {
        const float y = area.y + height * static_cast<float>(lane);
        canvas.line({ area.x, y }, { area.right(), y }, ground, row_line);
    }
    const float column_line = std::clamp(0.16F * width, canvas.units(0.6F), canvas.units(2.0F));
    for (std::size_t column = 1; column < grid.columns; ++column) {
        const float x = area.x + width * static_cast<float>(column);
        canvas.line({ x, area.y }, { x, area.bottom() }, ground, column_line);
    }
}

void draw_lane_numbers(Canvas& canvas, const LaneGrid& grid, Rect area)
{
    const Style& style = canvas.style();
    const float height = area.height / static_cast<float>(grid.lanes);
    const float size = style.smallest;
    float last = area.y - 2 * size;
    const float end = area.bottom() - height / 2;
    for (unsigned lane = 0; lane < grid.lanes; ++lane) {
        const bool is_last = lane + 1 == grid.lanes;
        if (lane % 8 != 0 && !is_last && grid.lanes > 8)
            continue;
        const float y = area.y + height * (static_cast<float>(lane) + 0.5F);
        if (y - last < 1.05F * size || (!is_last && end - y < 1.05F * size))
            continue;
        canvas.label({ area.x - canvas.units(6.0F), y }, std::to_string(lane),
            { Face::mono, size, style.secondary, Align::right, canvas.units(18.0F) });
        last = y;
    }
}

void draw_divergences(Canvas& canvas, const LaneGrid& grid, Rect area, float size)
{
    const float width = area.width / static_cast<float>(grid.columns);
    float last = area.x - size;
    for (std::size_t column = 0; column < grid.columns; ++column) {
        const float x =
            std::clamp(area.x + width * (static_cast<float>(column) + 0.5F), area.x + size / 2, area.right() - size / 2);
        if (!grid.divergent[column] || x - last < size)
            continue;
        canvas.triangle({ x, area.y - size * 0.7F }, size, Pointing::down, canvas.style().orange);
        last = x;
    }
}

// "divergent branches: line 24  0.4 %   line 9  50 %", as many lines as fit.
void draw_divergent_lines(Canvas& canvas, const LanesInput& input, Rect row)
{
    const Style& style = canvas.style();
    const float size = style.small;
    if (input.divergent.empty()) {
        canvas.label_in(row, tr("no branch diverged"), { Face::regular, size, style.secondary });
        return;
    }
    canvas.triangle({ row.x + size / 2, row.center().y }, 0.6F * size, Pointing::down, style.orange);
    const float left = row.x + 1.3F * size;
    RowWriter writer(canvas, { left, row.y, row.right() - left, row.height }, canvas.units(14.0F));
    if (row.width > canvas.units(330.0F))
        writer.put(tr("branch divergence:"), { Face::regular, size, style.secondary });
    for (const DivergentLine& line : input.divergent)
        if (!writer.put(trf("line {}\u00A0 {:.{}f}\u2009%", line.line, 100.0 * line.share, line.share < 0.0995 ? 1 : 0),
                { Face::regular, size, style.text }))
            break;
}

void draw_legend(Canvas& canvas, const LaneGrid& grid, Rect row)
{
    const Style& style = canvas.style();
    const float size = style.smallest;
    const float side = 0.75F * size;
    RowWriter writer(canvas, row, canvas.units(14.0F));
    struct Entry {
        LaneCell cell;
        const char* words;
    };
    constexpr std::array kEntries { Entry { { LaneState::executed, 1.0F }, marked("active") },
        Entry { { LaneState::executed, 0.9F }, marked("partly active") },
        Entry { { LaneState::predicated_off, 0.0F }, marked("predicated off") },
        Entry { { LaneState::other_path, 0.0F }, marked("inactive (diverged)") },
        Entry { { LaneState::gone, 0.0F }, marked("exited") } };
    for (const auto& [cell, words] : kEntries) {
        if (executed_some(cell) && std::ranges::none_of(grid.cells, executed_some))
            continue;
        const auto swatch = [&, shown = cell](Rect mark) {
            const Rect rect { mark.x, mark.center().y - side / 2, side, side };
            canvas.fill(rect, well_color(style));
            draw_cell(canvas, shown, rect);
            if (shown.state == LaneState::gone)
                canvas.outline(rect, style.dim);
        };
        if (!writer.put(tr(words), note(style, 0.0F), side + canvas.units(5.0F), swatch))
            return;
    }
    const std::string each = trf("{} per column", grouped_count(grid.steps_a_column));
    std::vector<std::string> wordings { counted(grid.steps, "instruction") };
    if (grid.steps_a_column > 1)
        wordings = { wordings.front() + ", " + each, each };
    const std::string words = fitting_words(wordings, Face::regular, size, row.right() - writer.x());
    if (const float room = room_for(words, Face::regular, size); room < row.right() - writer.x())
        canvas.label({ row.right(), row.center().y }, words, note(style, room, Align::right));
}

std::vector<DivergentLine> divergent_lines(const analysis::KernelReport& report)
{
    std::vector<DivergentLine> lines;
    for (const analysis::LineReport& line : report.lines)
        if (line.counters.divergent_branches > 0 && line.counters.branches > 0)
            lines.push_back({ line.line,
                static_cast<double>(line.counters.divergent_branches) / static_cast<double>(line.counters.branches) });
    std::stable_sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.share > b.share; });
    return lines;
}

} // namespace

LanesInput lanes_input(const session::Recording& recording, std::uint32_t warp)
{
    const trace::Trace& trace = recording.trace;
    LanesInput input;
    input.trace = &trace;
    if (warp < recording.timeline.steps.size())
        input.steps = recording.timeline.steps[warp];
    input.average = recording.report.total.average_active_lanes();
    input.divergent = divergent_lines(recording.report);
    input.subtitle = trf("warp {} · block {}{}", warp, trace.block, recorded_part_words(trace));
    return input;
}

DrawList lanes_figure(const LanesInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    const unsigned width = input.trace == nullptr ? kMaxLanes : input.trace->warp_width;
    Headline headline;
    if (input.trace != nullptr)
        headline = { { trf("{:.1f} of {} lanes active on average", input.average, width),
                         trf("{:.1f} of {} lanes active", input.average, width), trf("{:.1f} of {} lanes", input.average, width),
                         trf("{:.1f} of {}", input.average, width) },
            input.average < 0.75 * width ? style.orange : style.text, false };
    canvas.heading(tr("Warps"), input.subtitle, headline);

    const float top = canvas.heading_height();
    if (input.trace == nullptr) {
        canvas.empty_words({ 0, top, size.width, size.height - top }, input.nothing);
        return canvas.finish();
    }
    const float line = 1.5F * style.small;
    const float mark = canvas.units(8.0F);
    const bool with_lines = size.height - top >= canvas.units(85.0F); // of the source that diverge
    const bool with_legend = size.height - top >= canvas.units(140.0F);
    const float labels = room_for("00", Face::mono, style.smallest) + canvas.units(7.0F);
    Rect area { labels, top + 1.4F * mark, size.width - labels,
        size.height - top - 1.4F * mark - (with_lines ? line : 0.0F) - (with_legend ? line : 0.0F) };
    if (area.width < canvas.units(20.0F) || area.height < canvas.units(16.0F))
        return canvas.finish();

    const unsigned lanes = std::clamp(width, 1U, kMaxLanes);
    const float row = area.height / static_cast<float>(lanes);
    for (unsigned lane = 0; lane < lanes; ++lane)
        on_click(canvas, { 0, area.y + row * static_cast<float>(lane), size.width, row }, session::SelectLane { lane });
    const float cell = std::clamp(row, canvas.units(3.5F), canvas.units(12.0F));
    const auto most_columns = std::max<std::size_t>(1, rows_in(area.width, cell));
    const LaneGrid grid = analysis::lane_grid(*input.trace, input.steps, most_columns, input.cursor);
    canvas.fill(area, well_color(style));
    if (grid.columns == 0) {
        canvas.empty_words(area, tr("no instruction of this warp in the recording"));
    } else {
        // A few instructions stay on the left instead of becoming broad bars.
        area.width = std::min(area.width, canvas.units(kBroadestLaneCell) * static_cast<float>(grid.columns));
        draw_cells(canvas, grid, area);
        draw_lane_numbers(canvas, grid, area);
        draw_divergences(canvas, grid, area, mark);
        for (unsigned lane = 0; lane < grid.lanes; ++lane)
            if (has_lane(input.marked, lane))
                canvas.outline({ area.x, area.y + row * static_cast<float>(lane), area.width, row }, style.orange);
        if (grid.cursor) {
            const float x = area.x + area.width * (static_cast<float>(*grid.cursor) + 0.5F) / static_cast<float>(grid.columns);
            canvas.line({ x, area.y - canvas.units(3.0F) }, { x, area.bottom() }, style.text, canvas.units(2.0F));
        }
    }
    float y = area.bottom() + canvas.units(4.0F);
    if (with_lines) {
        draw_divergent_lines(canvas, input, { 0, y, size.width, line - canvas.units(2.0F) });
        y += line - canvas.units(2.0F);
    }
    if (with_legend)
        draw_legend(canvas, grid, { 0, y, size.width, line - canvas.units(2.0F) });
    return canvas.finish();
}

} // namespace warpstage::views
