// Cells of memory in the scene and on the sheets: what a click there chooses, and marks around those that stand out.
#include "app/stage/stage.h"
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

draw::DrawList Stage::scene_cells() const
{
    draw::DrawList list { window_points() };
    if (m_snapshot == nullptr)
        return list;
    switch (shown_scene()) {
    case views::SceneKind::none:
    case views::SceneKind::bodies:
    case views::SceneKind::transfers:
    case views::SceneKind::hazard:
    case views::SceneKind::sectors:
    case views::SceneKind::traffic:
        return list;
    case views::SceneKind::bars:
        return m_array.picture(*m_snapshot->scene->array, m_overlay.scene(), m_style);
    case views::SceneKind::banks:
        return m_banks.picture(*m_snapshot, m_overlay.scene(), m_style);
    case views::SceneKind::matrix:
        if (shows_tiles()) {
            const views::FlightInput input { m_snapshot->scene->matrix.get(), m_snapshot->playback->run.flight.get(),
                m_snapshot->playback->run.cells.get() };
            const draw::Rect tiles = views::layout_flight(*m_snapshot->scene->matrix, m_overlay.scene(), m_style).tiles;
            list.append(views::tiles_figure(input, { tiles.width, tiles.height }, m_style), { tiles.x, tiles.y });
        }
        return list;
    }
    VERIFY_NOT_REACHED();
}

std::optional<session::SelectCell> Stage::cell_under(draw::Point point) const
{
    if (m_overlay.help() || m_overlay.notes() || m_overlay.tour() || m_overlay.editor())
        return std::nullopt;
    if (auto cell = m_overlay.cell_at(point))
        return cell;
    return m_overlay.scene().contains(point) ? scene_cells().cell_at(point) : std::nullopt;
}

void Stage::choose(const session::SelectCell& cell)
{
    m_overlay.mark(m_overlay.marked()); // its lanes instead of a bank's
    m_commands.emplace_back(cell);
}

} // namespace warpstage::stage
