// Cells of memory in the scene and on the sheets: what a click there chooses, and marks around those that stand out.
#include "app/stage/stage.h"
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

draw::DrawList SceneRenderer::scene_cells() const
{
    draw::DrawList list { m_renderer.points() };
    if (m_state.snapshot == nullptr)
        return list;
    const session::Snapshot& shown = *m_state.snapshot;
    const draw::Rect scene = m_state.overlay.scene();
    switch (kind()) {
    case views::SceneKind::none:
    case views::SceneKind::bodies:
    case views::SceneKind::transfers:
    case views::SceneKind::hazard:
    case views::SceneKind::sectors:
    case views::SceneKind::traffic:
        return list;
    case views::SceneKind::bars:
        return m_array.picture(*shown.scene->array, scene, m_renderer.style());
    case views::SceneKind::banks:
        return m_banks.picture(shown, scene, m_renderer.style());
    case views::SceneKind::matrix:
        if (shows_tiles()) {
            const views::FlightInput input { shown.scene->matrix.get(), shown.playback->run.flight.get(),
                shown.playback->run.cells.get() };
            const draw::Rect tiles = views::layout_flight(*shown.scene->matrix, scene, m_renderer.style()).tiles;
            list.append(views::tiles_figure(input, { tiles.width, tiles.height }, m_renderer.style()), { tiles.x, tiles.y });
        }
        return list;
    }
    VERIFY_NOT_REACHED();
}

std::optional<session::SelectCell> SceneRenderer::cell_under(draw::Point point) const
{
    if (m_state.overlay.help() || m_state.overlay.notes() || m_state.overlay.tour() || m_state.overlay.editor())
        return std::nullopt;
    if (auto cell = m_state.overlay.cell_at(point))
        return cell;
    return m_state.overlay.scene().contains(point) ? scene_cells().cell_at(point) : std::nullopt;
}

} // namespace warpstage::stage
