// Cells of memory in the scene and on the sheets: what a click there chooses, and marks around those that stand out.
#include "app/stage/stage.h"
#include "app/views/frame/panel.h"
#include "app/views/scenes/flight_figure.h"
#include "app/views/scenes/scene_kind.h"

namespace warpstage::stage {

// The whole matrices small and the tile of the recorded block large; who zooms or pans looks at the result alone.
bool Stage::shows_tiles() const
{
    const session::MatrixFrame& frame = *m_snapshot->scene->matrix;
    return m_snapshot->playback->run.flight != nullptr && !frame.sources.empty() && !frame.values.empty() && m_camera.at_rest()
        && m_snapshot->cue->numbers != session::CueNumbers::hidden;
}

std::vector<views::CellGrid> Stage::scene_cells() const
{
    const auto one = [](std::optional<views::CellGrid> grid) {
        return grid ? std::vector<views::CellGrid> { *std::move(grid) } : std::vector<views::CellGrid> {};
    };
    const views::View view = m_overlay.view();
    if (m_snapshot == nullptr || m_overlay.sheet() != views::Sheet::none || view == views::View::picture
        || view == views::View::number)
        return {};
    switch (views::scene_kind(*m_snapshot)) {
    case views::SceneKind::none:
    case views::SceneKind::bodies:
    case views::SceneKind::transfers:
    case views::SceneKind::hazard:
    case views::SceneKind::sectors:
    case views::SceneKind::traffic:
        return {};
    case views::SceneKind::bars:
        return one(m_array.cells(*m_snapshot->scene->array, m_overlay.scene(), m_style));
    case views::SceneKind::banks:
        return one(m_banks.cells(*m_snapshot, m_overlay.scene(), m_style));
    case views::SceneKind::matrix: {
        if (!shows_tiles())
            return {};
        const views::FlightInput input { m_snapshot->scene->matrix.get(), m_snapshot->playback->run.flight.get(),
            m_snapshot->playback->run.cells.get() };
        const draw::Rect tiles = views::layout_flight(*m_snapshot->scene->matrix, m_overlay.scene(), m_style).tiles;
        views::TilesFigure figure = views::tiles_figure(input, { tiles.width, tiles.height }, m_style);
        return moved(std::move(figure.grids), { tiles.x, tiles.y });
    }
    }
    VERIFY_NOT_REACHED();
}

std::optional<session::SelectCell> Stage::cell_under(draw::Point point) const
{
    if (m_overlay.help() || m_overlay.notes() || m_overlay.tour() || m_overlay.editor())
        return std::nullopt;
    if (auto cell = views::cell_at(m_overlay.cells(), point))
        return cell;
    return m_overlay.scene().contains(point) ? views::cell_at(scene_cells(), point) : std::nullopt;
}

void Stage::choose(const session::SelectCell& cell)
{
    m_overlay.mark(m_overlay.marked()); // its lanes instead of a bank's
    m_commands.emplace_back(cell);
}

// Over the scene; those of a sheet are the overlay's.
draw::DrawList Stage::cell_marks() const
{
    const bool marked = m_snapshot->selection->cell || (m_overlay.marked() | views::marked_lane(*m_snapshot)) != 0;
    return cell_marks(marked ? scene_cells() : std::vector<views::CellGrid> {});
}

draw::DrawList Stage::cell_marks(const std::vector<views::CellGrid>& cells) const
{
    return views::cell_marks(cells, *m_snapshot, m_overlay.marked(), window_points(), m_style);
}

} // namespace warpstage::stage
