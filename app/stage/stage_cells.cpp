// Cells of memory in the scene and on the sheets: what a click there chooses, and marks around those that stand out.
#include "app/stage/scene/scene_renderer.h"
#include "app/views/frame/panel.h"
#include "app/views/scenes/flight_figure.h"
#include "app/views/scenes/scene_kind.h"

namespace warpstage::stage {

// The whole matrices small and the tile of the recorded block large; who zooms or pans looks at the result alone.
bool SceneRenderer::shows_tiles() const
{
    const session::MatrixFrame& frame = *m_state.snapshot->scene->matrix;
    return m_state.snapshot->playback->run.flight != nullptr && !frame.sources.empty() && !frame.values.empty()
        && m_camera.at_rest() && m_state.snapshot->cue->numbers != session::CueNumbers::hidden;
}

std::vector<views::CellGrid> SceneRenderer::scene_cells() const
{
    const auto one = [](std::optional<views::CellGrid> grid) {
        return grid ? std::vector<views::CellGrid> { *std::move(grid) } : std::vector<views::CellGrid> {};
    };
    const views::View view = m_state.overlay.view();
    if (m_state.snapshot == nullptr || m_state.overlay.sheet() != views::Sheet::none || view == views::View::picture
        || view == views::View::number)
        return {};
    switch (views::scene_kind(*m_state.snapshot)) {
    case views::SceneKind::none:
    case views::SceneKind::bodies:
    case views::SceneKind::transfers:
    case views::SceneKind::hazard:
    case views::SceneKind::sectors:
    case views::SceneKind::traffic:
        return {};
    case views::SceneKind::bars:
        return one(m_array.cells(*m_state.snapshot->scene->array, m_state.overlay.scene(), m_renderer.style()));
    case views::SceneKind::banks:
        return one(m_banks.cells(*m_state.snapshot, m_state.overlay.scene(), m_renderer.style()));
    case views::SceneKind::matrix: {
        if (!shows_tiles())
            return {};
        const views::FlightInput input { m_state.snapshot->scene->matrix.get(), m_state.snapshot->playback->run.flight.get(),
            m_state.snapshot->playback->run.cells.get() };
        const draw::Rect tiles =
            views::layout_flight(*m_state.snapshot->scene->matrix, m_state.overlay.scene(), m_renderer.style()).tiles;
        views::TilesFigure figure = views::tiles_figure(input, { tiles.width, tiles.height }, m_renderer.style());
        return moved(std::move(figure.grids), { tiles.x, tiles.y });
    }
    }
    VERIFY_NOT_REACHED();
}

std::optional<session::SelectCell> SceneRenderer::cell_under(draw::Point point) const
{
    if (m_state.overlay.help() || m_state.overlay.notes() || m_state.overlay.tour() || m_state.overlay.editor())
        return std::nullopt;
    if (auto cell = views::cell_at(m_state.overlay.cells(), point))
        return cell;
    return m_state.overlay.scene().contains(point) ? views::cell_at(scene_cells(), point) : std::nullopt;
}

// Over the scene; those of a sheet are the overlay's.
draw::DrawList SceneRenderer::cell_marks() const
{
    const bool marked =
        m_state.snapshot->selection->cell || (m_state.overlay.marked() | views::marked_lane(*m_state.snapshot)) != 0;
    return cell_marks(marked ? scene_cells() : std::vector<views::CellGrid> {});
}

draw::DrawList SceneRenderer::cell_marks(const std::vector<views::CellGrid>& cells) const
{
    return views::cell_marks(cells, *m_state.snapshot, m_state.overlay.marked(), m_renderer.points(), m_renderer.style());
}

} // namespace warpstage::stage
