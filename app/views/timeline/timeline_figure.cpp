#include "app/views/timeline/timeline_figure.h"

namespace warpstage::views {

namespace {

using analysis::BlockTimeline;

constexpr float kSmallestWarpRow = 7.0F;
constexpr float kMaxWarpRow = 22.0F;
constexpr float kNarrowestCell = 4.5F; // so that the mouse can distinguish it from its neighbors
constexpr float kBroadestTimelineCell = 16.0F;
constexpr float kTimelineShades = 6.0F;
constexpr float kRoomForLegend = 84.0F; // minimum height for an explanation of the marks
constexpr float kRoomForRest = 160.0F; // minimum width for a strip for the part that was not recorded
constexpr float kRestWidth = 44.0F;

enum class CellKind : std::uint8_t { gone, unrecorded, waiting, working, wasteful };

struct TimelineCell {
    CellKind kind = CellKind::gone;
    float share = 0.0F; // of the lanes, in shades
    std::uint32_t step = BlockTimeline::kNoStep; // the last one in it

    [[nodiscard]] bool looks_like(const TimelineCell& other) const { return kind == other.kind && share == other.share; }
};

struct TimelineGrid {
    Rect area; // of the cells
    std::uint32_t first = 0; // warp
    std::uint32_t rows = 0;
    std::size_t columns = 0;
    std::size_t a_column = 1; // instructions of a warp
    float pitch = 0.0F;
    float width = 0.0F; // of a cell
    float rest =
        0.0F; // width of the strip after them for the part that was not recorded; 0: everything was recorded, or it does not fit

    [[nodiscard]] float x_of(std::size_t time) const
    {
        return area.x + width * static_cast<float>(time) / static_cast<float>(a_column);
    }
    [[nodiscard]] Rect cell(std::uint32_t row, std::size_t from, std::size_t to) const
    {
        return { area.x + width * static_cast<float>(from), area.y + pitch * static_cast<float>(row),
            width * static_cast<float>(to - from), pitch };
    }
};

float label_width(const TimelineInput& input, const Style& style)
{
    const std::uint32_t warps = std::max({ input.trace->warps, input.beside != nullptr ? input.beside->trace->warps : 0U, 10U });
    return room_for(fmt::format("{}", warps - 1), Face::mono, style.smallest) + 6.0F * style.scale;
}

bool is_complete(const trace::Trace& trace)
{
    const std::size_t told = trace.gapless > 0 ? std::min(trace.gapless, trace.steps.size()) : trace.steps.size();
    return told >= trace.steps_seen;
}

// The warp has exited, as far as the timeline shows.
bool has_left(const TimelineInput& input, std::uint32_t warp)
{
    const std::size_t end = input.timeline->ends[warp];
    if (end == 0)
        return false;
    const std::uint32_t last = input.timeline->warps[warp][end - 1];
    return last != BlockTimeline::kNoStep && input.trace->steps[last].event == trace::Event::exit;
}

TimelineGrid grid_of(const TimelineInput& input, Size size, const Style& style)
{
    TimelineGrid grid;
    const float labels = label_width(input, style);
    const bool incomplete = !is_complete(*input.trace) || (input.beside != nullptr && !is_complete(*input.beside->trace));
    if (incomplete && size.width - labels >= kRoomForRest * style.scale)
        grid.rest = kRestWidth * style.scale;
    grid.area = { labels, 0, size.width - labels - grid.rest, size.height };
    const auto warps = static_cast<std::uint32_t>(input.timeline->warps.size());
    if (warps == 0 || input.timeline->length == 0 || grid.area.width < kBroadestTimelineCell * style.scale)
        return grid;
    const auto room = static_cast<std::uint32_t>(std::max(0.0F, std::floor(size.height / (kSmallestWarpRow * style.scale))));
    grid.rows = std::min(warps, room);
    if (grid.rows == 0)
        return grid;
    grid.pitch = std::min(size.height / static_cast<float>(grid.rows), kMaxWarpRow * style.scale);
    grid.area.height = grid.pitch * static_cast<float>(grid.rows);
    grid.first = std::min(input.warp > grid.rows / 2 ? input.warp - grid.rows / 2 : 0, warps - grid.rows);
    const auto most = static_cast<std::size_t>(std::floor(grid.area.width / (kNarrowestCell * style.scale)));
    const std::size_t longest = std::max(input.timeline->length, input.beside != nullptr ? input.beside->timeline->length : 0);
    const auto columns_for = [&](std::size_t length) {
        return (length + grid.a_column - 1) / grid.a_column;
    };
    grid.a_column = (longest + most - 1) / most;
    grid.columns = columns_for(input.timeline->length);
    grid.width = std::min(grid.area.width / static_cast<float>(columns_for(longest)), kBroadestTimelineCell * style.scale);
    grid.area.width = grid.width * static_cast<float>(grid.columns);
    return grid;
}

TimelineCell cell_of(const TimelineInput& input, std::uint32_t warp, std::size_t from, std::size_t to)
{
    TimelineCell cell;
    const auto& row = input.timeline->warps[warp];
    const bool unrecorded = !is_complete(*input.trace) && !has_left(input, warp);
    unsigned lanes = 0;
    std::size_t steps = 0;
    for (std::size_t time = from; time < to; ++time) {
        const std::uint32_t at = row[time];
        if (at == BlockTimeline::kNoStep) {
            if (cell.kind == CellKind::gone && time < input.timeline->ends[warp])
                cell.kind = CellKind::waiting;
            else if (cell.kind == CellKind::gone && unrecorded)
                cell.kind = CellKind::unrecorded;
            continue;
        }
        lanes += input.timeline->lanes[warp][time];
        ++steps;
        cell.step = at;
        const bool wasteful = input.wasteful != nullptr && at < input.wasteful->size() && (*input.wasteful)[at];
        if (wasteful || cell.kind == CellKind::wasteful)
            cell.kind = CellKind::wasteful;
        else
            cell.kind = CellKind::working;
    }
    if (steps > 0) {
        const float share = static_cast<float>(lanes) / static_cast<float>(steps * std::max(input.trace->warp_width, 1U));
        cell.share = std::ceil(share * kTimelineShades) / kTimelineShades;
    }
    return cell;
}

std::vector<TimelineCell> cells_of(const TimelineInput& input, const TimelineGrid& grid, std::uint32_t warp)
{
    std::vector<TimelineCell> cells;
    cells.reserve(grid.columns);
    for (std::size_t column = 0; column < grid.columns; ++column)
        cells.push_back(
            cell_of(input, warp, column * grid.a_column, std::min((column + 1) * grid.a_column, input.timeline->length)));
    return cells;
}

void add_targets(Canvas& canvas, const TimelineGrid& grid, std::uint32_t row, const std::vector<TimelineCell>& cells)
{
    std::uint32_t last = BlockTimeline::kNoStep;
    for (std::size_t column = 0; column < cells.size(); ++column) {
        // While a warp waits, the cell shows its last instruction.
        if (cells[column].step != BlockTimeline::kNoStep)
            last = cells[column].step;
        if (last != BlockTimeline::kNoStep)
            on_click(canvas, grid.cell(row, column, column + 1), session::SeekPlayback { last });
    }
}

// Full height: active lanes. A stripe: the warp waits. Marks below and above: a request with excess.
void draw_cell(Canvas& canvas, const TimelineCell& cell, Rect rect)
{
    const Style& style = canvas.style();
    const float gap = std::min(canvas.units(1.5F), 0.2F * rect.height);
    rect = { rect.x, rect.y + gap / 2, rect.width, rect.height - gap };
    switch (cell.kind) {
    case CellKind::gone:
        return;
    case CellKind::unrecorded:
        hatch(canvas, rect, style.secondary, canvas.units(7.0F));
        return;
    case CellKind::waiting: {
        const float height = std::max(0.18F * rect.height, 1.0F);
        canvas.fill({ rect.x, rect.y + (rect.height - height) / 2, rect.width, height }, style.secondary);
        return;
    }
    case CellKind::working:
        canvas.fill(rect, mix(idle_color(style), shape_color(style, style.blue), 0.2F + 0.8F * cell.share));
        return;
    case CellKind::wasteful: {
        canvas.fill(rect, mix(idle_color(style), shape_color(style, style.orange), 0.35F + 0.65F * cell.share));
        const float height = std::max(0.25F * rect.height, 1.0F);
        canvas.fill({ rect.x, rect.bottom() - height, rect.width, height }, shape_color(style, style.vermilion));
        return;
    }
    }
}

// The time of the instruction; empty if it is after the end of the timeline.
std::optional<std::size_t> time_of(const TimelineInput& input)
{
    if (!input.step || *input.step >= input.trace->steps.size())
        return std::nullopt;
    const std::uint32_t warp = input.trace->steps[*input.step].warp;
    if (warp >= input.timeline->warps.size())
        return std::nullopt;
    const auto& row = input.timeline->warps[warp];
    const auto at = std::find(row.begin(), row.end(), static_cast<std::uint32_t>(*input.step));
    return at == row.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - row.begin()));
}

} // namespace

void draw_timeline_legend(Canvas& canvas, const TimelineInput& input, TimelineLegend legend, Rect row)
{
    const Style& style = canvas.style();
    RowWriter writer(canvas, row, canvas.units(14.0F));
    const float mark = 1.9F * style.smallest;
    const float height = 0.9F * style.smallest;
    const auto put = [&](const std::string& words, CellKind kind) {
        return writer.put(words, note(style, 0.0F), mark, [&](Rect place) {
            draw_cell(canvas, { kind, 1.0F }, { place.x, row.center().y - height / 2, 1.4F * style.smallest, height });
        });
    };
    const bool incomplete = !is_complete(*input.trace);
    if (legend == TimelineLegend::brief) {
        if (incomplete)
            put(tr("not recorded"), CellKind::unrecorded);
        if (input.wasteful != nullptr && std::ranges::find(*input.wasteful, true) != input.wasteful->end())
            put(tr("excess"), CellKind::wasteful);
        return;
    }
    if (!put(tr("active lanes"), CellKind::working))
        return;
    if (incomplete && !put(tr("not recorded"), CellKind::unrecorded))
        return;
    if (input.wasteful == nullptr || put(tr("excess"), CellKind::wasteful))
        put(tr("warp waits"), CellKind::waiting);
}

bool has_timeline_legend(float height, const Style& style)
{
    return height >= kRoomForLegend * style.scale;
}

DrawList timeline_figure(const TimelineInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    const float legend = has_timeline_legend(size.height, style) ? 1.7F * style.smallest : 0.0F;
    const Size rows { size.width, size.height - legend };
    const TimelineGrid grid = grid_of(input, rows, style);
    if (grid.rows == 0 || grid.columns == 0) {
        canvas.empty_words(size.area(), tr("nothing recorded"));
        return canvas.finish();
    }
    canvas.fill(grid.area, well_color(style));
    if (grid.rest > 0.0F && !is_complete(*input.trace))
        hatch(canvas, { grid.area.right(), grid.area.y, grid.rest, grid.area.height }, style.secondary, canvas.units(7.0F));
    if (legend > 0.0F)
        draw_timeline_legend(canvas, input, TimelineLegend::full, { 0, size.height - legend, size.width, legend });
    const bool names = grid.pitch >= 1.1F * style.smallest;
    for (std::uint32_t row = 0; row < grid.rows; ++row) {
        const std::uint32_t warp = grid.first + row;
        const std::vector<TimelineCell> cells = cells_of(input, grid, warp);
        add_targets(canvas, grid, row, cells);
        std::size_t start = 0;
        for (std::size_t column = 1; column <= cells.size(); ++column) {
            if (column < cells.size() && cells[column].looks_like(cells[start]))
                continue;
            draw_cell(canvas, cells[start], grid.cell(row, start, column));
            start = column;
        }
        const bool chosen = warp == input.warp;
        if ((!names && !chosen) || rows.height < 1.6F * style.smallest)
            continue;
        const float middle = std::clamp(grid.area.y + grid.pitch * (static_cast<float>(row) + 0.5F), 0.8F * style.smallest,
            rows.height - 0.8F * style.smallest);
        canvas.label({ grid.area.x - canvas.units(5.0F), middle }, std::to_string(warp),
            { chosen ? Face::semibold : Face::mono, style.smallest, chosen ? style.orange : style.secondary, Align::right,
                grid.area.x - canvas.units(5.0F) });
    }
    for (const std::size_t meeting : input.timeline->meetings) {
        const float x = grid.x_of(meeting);
        if (grid.width * static_cast<float>(grid.columns)
            > canvas.units(4.0F) * static_cast<float>(input.timeline->meetings.size()))
            canvas.line({ x, grid.area.y }, { x, grid.area.bottom() }, style.panel, canvas.units(1.0F));
    }
    if (const auto time = time_of(input)) {
        const float x = grid.x_of(*time) + grid.width / static_cast<float>(2 * grid.a_column);
        canvas.line({ x, grid.area.y }, { x, grid.area.bottom() }, style.text, canvas.units(2.0F));
        const std::uint32_t warp = input.trace->steps[*input.step].warp;
        if (warp >= grid.first && warp < grid.first + grid.rows)
            canvas.circle({ x, grid.area.y + grid.pitch * (static_cast<float>(warp - grid.first) + 0.5F) },
                std::min(0.45F * grid.pitch, canvas.units(5.0F)), style.text);
    }
    return canvas.finish();
}

} // namespace warpstage::views
