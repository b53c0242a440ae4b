#include "app/views/frame/cell_marks.h"

#include "app/views/frame/panel.h"

namespace warpstage::views {

namespace {

// The access of the current instruction of the recorded run; null if it makes none.
const simt::Access* access_of_step(const session::Snapshot& model)
{
    if (!model.run->recording || !model.playback->run.view.step
        || *model.playback->run.view.step >= model.run->recording->trace.steps.size())
        return nullptr;
    const trace::Trace& trace = model.run->recording->trace;
    return trace.access_of(trace.steps[*model.playback->run.view.step]);
}

struct Elements { // layout of a grid's elements in memory
    ptx::StateSpace space = ptx::StateSpace::shared;
    std::uint64_t address = 0;
    std::uint64_t bytes = 0; // of one; 0: unknown
};

Elements elements_of(const CellGrid& grid, const session::Snapshot& model)
{
    if (grid.buffer.empty())
        return { ptx::StateSpace::shared, 0,
            model.playback->run.cells != nullptr ? model.playback->run.cells->element_bytes : 0 };
    const auto& buffers = model.run->recording->buffers;
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
    // Visible on cells of any color, including orange.
    list.add(Box { place->inset(-2.0F * width), {}, style.background, width, 0.0F });
    list.add(Box { place->inset(-width), {}, style.orange, width, 0.0F });
}

} // namespace

void mark_cells(DrawList& list, const session::Snapshot& model, LaneMask marked, const Style& style)
{
    const simt::Access* access = access_of_step(model);
    const LaneMask lanes = access == nullptr ? 0 : access->lanes & marked_lanes(model, marked);
    for (const Target& target : list.targets) {
        const CellGrid* grid = target.cells();
        if (grid == nullptr)
            continue;
        if (model.selection->cell && model.selection->cell->buffer == grid->buffer)
            frame_cell(list, *grid, model.selection->cell->element, style);
        const Elements elements = lanes == 0 ? Elements {} : elements_of(*grid, model);
        if (elements.bytes == 0 || access->space != elements.space)
            continue;
        for_each_lane(lanes, [&](unsigned lane) {
            const std::uint64_t offset = access->addresses.at(lane)
                - elements.address; // for addresses below the base the difference wraps around and is very large
            const std::uint64_t last = (offset + access->bytes - 1) / elements.bytes;
            for (std::uint64_t element = offset / elements.bytes; element <= last && element < grid->end; ++element)
                frame_cell(list, *grid, element, style);
        });
    }
}

} // namespace warpstage::views
