#include "app/views/frame/cell_grid.h"

#include "app/views/frame/panel.h"

#include <algorithm>
#include <cmath>

namespace warpstage::views {

namespace {

// The access of the step at which the recorded run stands; null: it makes none.
const simt::Access* access_of_step(const session::Snapshot& snapshot)
{
    if (!snapshot.run->recording || !snapshot.playback->run.view.step
        || *snapshot.playback->run.view.step >= snapshot.run->recording->trace.steps.size())
        return nullptr;
    const trace::Trace& trace = snapshot.run->recording->trace;
    return trace.access_of(trace.steps[*snapshot.playback->run.view.step]);
}

struct Elements { // how a grid's elements lie in memory
    ptx::StateSpace space = ptx::StateSpace::shared;
    std::uint64_t address = 0;
    std::uint64_t bytes = 0; // of one; 0: not known
};

Elements elements_of(const CellGrid& grid, const session::Snapshot& snapshot)
{
    if (grid.buffer.empty())
        return { ptx::StateSpace::shared, 0,
            snapshot.playback->run.cells != nullptr ? snapshot.playback->run.cells->element_bytes : 0 };
    const auto& buffers = snapshot.run->recording->buffers;
    const auto found = std::ranges::find(buffers, grid.buffer, &session::Recording::Buffer::name);
    return found == buffers.end() || grid.end == 0
        ? Elements {}
        : Elements { ptx::StateSpace::global, found->address, found->bytes / grid.end };
}

void frame_cell(DrawList& list, const CellGrid& grid, std::uint64_t element, const Style& style)
{
    const auto place = grid.place_of(element);
    if (!place)
        return;
    const float width = std::max(1.0F, 2.0F * style.scale);
    // Visible on cells of any colour, orange ones among them.
    list.add(Box { place->inset(-2.0F * width), {}, style.background, width, 0.0F });
    list.add(Box { place->inset(-width), {}, style.orange, width, 0.0F });
}

} // namespace

std::optional<std::uint64_t> CellGrid::element_at(Point point) const
{
    if (rows == 0 || columns == 0 || !area.contains(point))
        return std::nullopt;
    const auto part = [](float at, float whole, std::size_t count) {
        return std::min(count - 1, static_cast<std::size_t>(at / whole * static_cast<float>(count)));
    };
    const std::uint64_t row = part(point.y - area.y, area.height, rows);
    const std::uint64_t column = part(point.x - area.x, area.width, columns);
    const std::uint64_t element = first + row * of_row + column * of_cell;
    return element < end ? std::optional(element) : std::nullopt;
}

std::optional<Rect> CellGrid::place_of(std::uint64_t element) const
{
    if (element < first || element >= end || of_row == 0)
        return std::nullopt;
    const std::uint64_t row = (element - first) / of_row;
    const std::uint64_t column = (element - first) % of_row / of_cell;
    if (row >= rows || column >= columns)
        return std::nullopt;
    const float width = area.width / static_cast<float>(columns);
    const float height = area.height / static_cast<float>(rows);
    return Rect { area.x + width * static_cast<float>(column), area.y + height * static_cast<float>(row), width, height };
}

std::vector<CellGrid> moved(std::vector<CellGrid> grids, Point by)
{
    for (CellGrid& grid : grids)
        grid.area = grid.area.moved(by);
    return grids;
}

std::optional<session::SelectCell> cell_at(std::span<const CellGrid> grids, Point point)
{
    for (auto grid = grids.rbegin(); grid != grids.rend(); ++grid)
        if (const auto element = grid->element_at(point))
            return session::SelectCell { grid->buffer, *element };
    return std::nullopt;
}

DrawList cell_marks(
    std::span<const CellGrid> grids, const session::Snapshot& snapshot, LaneMask marked, Size size, const Style& style)
{
    DrawList list { size, {} };
    const simt::Access* access = access_of_step(snapshot);
    const LaneMask lanes = access == nullptr ? 0 : access->lanes & (marked | marked_lane(snapshot));
    for (const CellGrid& grid : grids) {
        if (snapshot.selection->cell && snapshot.selection->cell->buffer == grid.buffer)
            frame_cell(list, grid, snapshot.selection->cell->element, style);
        const Elements elements = lanes == 0 ? Elements {} : elements_of(grid, snapshot);
        if (elements.bytes == 0 || access->space != elements.space)
            continue;
        for_each_lane(lanes, [&](unsigned lane) {
            const std::uint64_t offset = access->addresses.at(lane) - elements.address; // below the address: very large
            const std::uint64_t last = (offset + access->bytes - 1) / elements.bytes;
            for (std::uint64_t element = offset / elements.bytes; element <= last && element < grid.end; ++element)
                frame_cell(list, grid, element, style);
        });
    }
    return list;
}

} // namespace warpstage::views
