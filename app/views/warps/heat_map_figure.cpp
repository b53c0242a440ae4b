#include "app/views/warps/heat_map_figure.h"

#include "app/views/gallery/whole_launch.h"
#include "app/views/scenes/tile_access_figure.h"

#include <limits>

namespace warpstage::views {

namespace {

using session::HeatCell;
using session::HeatMap;
using Worst = analysis::HeatMeasure::Worst;

constexpr std::size_t kMaxCells = 1024; // of a map
constexpr float kMinSide = 24.0F; // minimum height of a map: a lower one is unreadable
constexpr float kNarrowest = 3.0F; // of a cell

// The content of a map.
struct Measure {
    const char* name;
    const char* definition;
    const char* formula;
    const char* nsight;
    analysis::HeatMeasure what;
};

constexpr std::array kMeasures {
    Measure { marked("Warp instructions"),
        marked("Instructions that each warp executed. A block keeps its resources on the multiprocessor until its slowest warp "
               "exits."),
        "", "smsp__inst_executed.sum",
        { Worst::most,
            [](const HeatCell& cell, double blocks) {
                return static_cast<double>(cell.instructions) / blocks;
            } } },
    Measure { marked("Active lanes"), marked("Average number of active lanes per instruction of the warp."),
        marked("active lanes / instructions"), "smsp__average_thread_inst_executed_per_inst_executed.ratio",
        { Worst::least,
            [](const HeatCell& cell, double) {
                return cell.instructions == 0 ? std::numeric_limits<double>::quiet_NaN()
                                              : static_cast<double>(cell.active_lanes) / static_cast<double>(cell.instructions);
            } } },
    Measure { marked("Excess wavefronts"),
        marked("Shared-memory wavefronts of the warp above the ideal, caused by bank conflicts."),
        marked("wavefronts − ideal wavefronts"), "derived__memory_l1_wavefronts_shared_excessive",
        { Worst::most,
            [](const HeatCell& cell, double blocks) {
                return static_cast<double>(cell.wavefronts_excess) / blocks;
            } } },
    Measure { marked("Excess sectors"),
        marked("Global-memory sectors of the warp above the ideal, caused by scattered or misaligned accesses."),
        marked("sectors − ideal sectors"), "derived__memory_l2_theoretical_sectors_global_excessive",
        { Worst::most,
            [](const HeatCell& cell, double blocks) {
                return static_cast<double>(cell.sectors_excess) / blocks;
            } } },
};

// With its current range.
Tip tip_of(const Measure& measure, const std::string& range, const HeatMap& map)
{
    const std::string formula { tr(measure.formula) };
    return { tr(measure.name), tr(measure.definition), formula + (formula.empty() ? "" : ": ") + range,
        trf("{} of {} blocks run on the virtual machine, evaluated for {}.", map.blocks_seen, map.grid.count(), map.architecture),
        measure.nsight };
}

std::string number(double value)
{
    return value == std::floor(value) && std::abs(value) < 1e6 ? numf("{:.0f}", value) : numf("{:.4g}", value);
}

// Which block takes longest, and where; empty: not all blocks have run.
std::string contrast_words(const HeatMap& map)
{
    if (!map.contrast)
        return {};
    const auto& [longest, shortest, line] = *map.contrast;
    if (!map.contrast->is_imbalanced())
        return tr("The blocks take about equally long.");
    std::string words = trf("Longest block {}: {} instructions in its longest warp; shortest block {}: {}.", longest.block,
        text::grouped(static_cast<std::int64_t>(longest.instructions)), shortest.block,
        text::grouped(static_cast<std::int64_t>(shortest.instructions)));
    if (line != 0)
        words += ' '
            + trf("Line {}: {} instead of {}.", line, text::grouped(static_cast<std::int64_t>(longest.at_line)),
                text::grouped(static_cast<std::int64_t>(shortest.at_line)));
    return words;
}

// The rows of the map (blocks) and the warps that one cell represents.
struct HeatGrid {
    std::size_t rows_seen = 0;
    std::size_t rows = 0;
    std::size_t columns = 1; // cells
    std::size_t lines = 1;
    std::size_t rows_of_cell = 1;
    std::size_t warps_of_cell = 1;
};

HeatGrid grid_of(const HeatMap& map, Size size)
{
    HeatGrid grid;
    grid.rows = map.cells.size() / map.warps;
    grid.rows_seen = std::min<std::size_t>(grid.rows, (map.blocks_seen + map.blocks_a_row - 1) / map.blocks_a_row);
    const auto max_lines = std::max<std::size_t>(1, static_cast<std::size_t>(size.height / kNarrowest));
    grid.warps_of_cell = (map.warps + max_lines - 1) / max_lines;
    grid.lines = (map.warps + grid.warps_of_cell - 1) / grid.warps_of_cell;
    const auto most_columns =
        std::max<std::size_t>(1, std::min(kMaxCells / grid.lines, static_cast<std::size_t>(size.width / kNarrowest)));
    grid.rows_of_cell = std::max<std::size_t>(1, (grid.rows + most_columns - 1) / most_columns);
    grid.columns = std::max<std::size_t>(1, (grid.rows + grid.rows_of_cell - 1) / grid.rows_of_cell);
    return grid;
}

class Map {
public:
    Map(Canvas& canvas, const HeatMapInput& input)
        : m_canvas(canvas)
        , m_input(input)
        , m_map(*input.map)
    {
    }

    void draw(const Measure& measure, Rect rect)
    {
        const Style& style = m_canvas.style();
        const float head = 1.7F * style.small;
        const Rect area { rect.x, rect.y + head, rect.width, rect.height - head };
        const HeatGrid grid = grid_of(m_map, area.size());
        std::vector<analysis::WorstCell> cells;
        double lowest = std::numeric_limits<double>::infinity();
        double highest = -lowest;
        for (std::size_t line = 0; line < grid.lines; ++line) {
            for (std::size_t column = 0; column < grid.columns; ++column) {
                cells.push_back(analysis::worst_cell(m_map, measure.what,
                    { column * grid.rows_of_cell, std::min(grid.rows_seen, (column + 1) * grid.rows_of_cell) },
                    { line * grid.warps_of_cell, std::min<std::size_t>(m_map.warps, (line + 1) * grid.warps_of_cell) }));
                if (!std::isnan(cells.back().value)) {
                    lowest = std::min(lowest, cells.back().value);
                    highest = std::max(highest, cells.back().value);
                }
            }
        }
        write_head(measure, lowest, highest, rect);
        m_canvas.frame(area.inset(-1.0F), well_color(style), style.border);
        const float width = area.width / static_cast<float>(grid.columns);
        const float height = area.height / static_cast<float>(grid.lines);
        const float gap = std::min(width, height) >= 5.0F ? 1.0F : 0.0F;
        Rect marked {}; // the recorded block and the shown warp
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const analysis::WorstCell& cell = cells[i];
            if (std::isnan(cell.value))
                continue;
            const std::size_t across = i % grid.columns;
            const std::size_t down = i / grid.columns;
            const Rect place { area.x + width * static_cast<float>(across), area.y + height * static_cast<float>(down),
                width - gap, height - gap };
            // If all values are equal, no cell is highlighted; a value at the ideal stays dark.
            const double part = highest > lowest ? (cell.value - lowest) / (highest - lowest) : highest > 0.0 ? 0.4 : 0.0;
            m_canvas.fill(place, ramp_color(kMatrixColors, part));
            on_click(m_canvas, place, session::SelectBlock { cell.block, cell.warp });
            const std::size_t row = i % grid.columns * grid.rows_of_cell;
            const std::uint64_t first = row * m_map.blocks_a_row;
            const std::uint64_t end = (row + grid.rows_of_cell) * m_map.blocks_a_row;
            if (m_input.block && *m_input.block >= first && *m_input.block < end
                && m_input.warp / grid.warps_of_cell == i / grid.columns)
                marked = place;
        }
        if (marked.width > 0.0F) {
            m_canvas.outline(marked.inset(-2.0F), style.background);
            m_canvas.outline(marked.inset(-1.0F), style.text);
        }
    }

private:
    void write_head(const Measure& measure, double lowest, double highest, Rect rect)
    {
        const Style& style = m_canvas.style();
        const float baseline = rect.y + 1.1F * style.small;
        m_canvas.text(
            { rect.x, baseline }, tr(measure.name), { Face::semibold, style.small, style.text, Align::left, 0.6F * rect.width });
        std::string range = "…";
        if (lowest < highest)
            range = trf("{} to {}", number(lowest), number(highest));
        else if (lowest == highest)
            range = highest == 0.0 ? tr("none") : trf("all {}", number(highest));
        m_canvas.tip(rect, tip_of(measure, range, m_map));
        m_canvas.text({ rect.right(), baseline }, range, number_note(style, 0.5F * rect.width, Align::right));
    }

    Canvas& m_canvas;
    const HeatMapInput& m_input;
    const HeatMap& m_map;
};

} // namespace

DrawList heat_map_figure(const HeatMapInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    const bool begun = input.map != nullptr && input.map->warps != 0 && !input.map->cells.empty() && input.map->blocks_seen != 0;
    if (!begun) {
        const std::string words = input.map == nullptr ? tr("no map yet: press Z") : waiting_words(input.map);
        draw_waiting(canvas, { 0, 0, size.width, size.height }, tr("Whole kernel"), words);
        return canvas.finish();
    }
    const HeatMap& map = *input.map;
    const auto blocks = map.grid.count();
    canvas.heading(tr("Whole kernel"), fmt::format("{} · {}", map.kernel, map.architecture),
        { { trf("{} of {} blocks", map.blocks_seen, blocks) }, map.running ? style.orange : style.secondary, false });
    const float top = canvas.heading_height();
    const auto contrast = contrast_words(map);
    const float foot = (1.8F + (contrast.empty() ? 0.0F : 1.4F)) * style.smallest;
    const float gap = canvas.units(16.0F);
    const float width = (size.width - gap) / 2;
    const float height = (size.height - top - foot - gap / 2) / 2;
    if (width < canvas.units(kMinSide) || height < 1.7F * style.small + canvas.units(kMinSide)) {
        canvas.empty_words({ 0, top, size.width, size.height - top }, tr("too small"));
        return canvas.finish();
    }
    Map maps(canvas, input);
    for (std::size_t i = 0; i < kMeasures.size(); ++i) {
        const std::size_t column = i % 2;
        const std::size_t row = i / 2;
        maps.draw(kMeasures.at(i),
            { static_cast<float>(column) * (width + gap), top + static_cast<float>(row) * (height + gap / 2), width, height });
    }
    const std::string words =
        map.refusal.empty() ? tr("horizontal: blocks · vertical: warps · click: record that block, show that warp") : map.refusal;
    if (!contrast.empty()) {
        const float baseline = size.height - 1.7F * style.smallest;
        canvas.text({ 0, baseline }, contrast, { Face::semibold, style.smallest, style.text, Align::left, size.width });
        if (map.contrast->is_imbalanced())
            on_click(canvas, { 0, baseline - style.smallest, size.width, 1.4F * style.smallest },
                session::SelectBlock { map.contrast->longest.block, 0 });
    }
    canvas.text({ 0, size.height - 0.3F * style.smallest }, words,
        { Face::regular, style.smallest, map.refusal.empty() ? style.secondary : style.vermilion, Align::left, size.width });
    return canvas.finish();
}

Result<Exhibit> prepare_heat(const Subject& subject)
{
    if (subject.heat == nullptr)
        return Error { "The blocks of the kernel have not been counted yet." };
    CaptionInput caption;
    caption.kernel = subject.heat->kernel;
    caption.what = { subject.architecture };
    caption.what.insert(caption.what.end(), subject.settings.begin(), subject.settings.end());
    caption.source = tr("recorded on the virtual machine, every block");
    return Exhibit { std::move(caption), [heat = subject.heat](Size size, const Style& style) {
                        return heat_map_figure({ heat.get(), std::nullopt, 0 }, size, style);
                    } };
}

DrawList heat_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    const auto* const map = model.counters->heat.get();
    const auto block = model.run->recording ? std::optional(model.run->recording->trace.block) : std::nullopt;
    return sheet_of_launch(
        scope, marked("Whole kernel"), map != nullptr, heat_map_figure, HeatMapInput { map, block, model.selection->warp });
}

} // namespace warpstage::views
