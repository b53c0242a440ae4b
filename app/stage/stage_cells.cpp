// Cells of memory in the scene and on the sheets: what a click there chooses, and marks around those that stand out.
#include "app/figure/flight_figure.h"
#include "app/figure/panel.h"
#include "app/figure/scene_kind.h"
#include "app/stage/stage.h"

namespace warpstage::stage {

// The whole matrices small and the tile of the recorded block large; who zooms or pans looks at the result alone.
bool Stage::shows_tiles() const
{
    const session::MatrixFrame& frame = *m_snapshot->matrix;
    return m_snapshot->flight != nullptr && !frame.sources.empty() && !frame.values.empty() && m_camera.at_rest()
        && m_snapshot->cue.numbers != session::CueNumbers::hidden;
}

std::vector<figure::CellGrid> Stage::scene_cells() const
{
    const auto one = [](std::optional<figure::CellGrid> grid) {
        return grid ? std::vector<figure::CellGrid> { *std::move(grid) } : std::vector<figure::CellGrid> {};
    };
    const figure::View view = m_overlay.view();
    if (m_snapshot == nullptr || m_overlay.sheet() != figure::Sheet::none || view == figure::View::picture
        || view == figure::View::number)
        return {};
    switch (figure::scene_kind(*m_snapshot)) {
    case figure::SceneKind::none:
    case figure::SceneKind::bodies:
    case figure::SceneKind::transfers:
    case figure::SceneKind::hazard:
    case figure::SceneKind::sectors:
    case figure::SceneKind::traffic:
        return {};
    case figure::SceneKind::bars:
        return one(m_array.cells(*m_snapshot->array, m_overlay.scene(), m_style));
    case figure::SceneKind::banks:
        return one(m_banks.cells(*m_snapshot, m_overlay.scene(), m_style));
    case figure::SceneKind::matrix: {
        if (!shows_tiles())
            return {};
        const figure::FlightInput input { m_snapshot->matrix.get(), m_snapshot->flight.get(), m_snapshot->cells.get() };
        const figure::Rect tiles = figure::layout_flight(*m_snapshot->matrix, m_overlay.scene(), m_style).tiles;
        figure::TilesFigure figure = figure::tiles_figure(input, { tiles.width, tiles.height }, m_style);
        return moved(std::move(figure.grids), { tiles.x, tiles.y });
    }
    }
    VERIFY_NOT_REACHED();
}

std::optional<session::SelectCell> Stage::cell_under(figure::Point point) const
{
    if (m_overlay.help() || m_overlay.notes() || m_overlay.tour() || m_overlay.editor())
        return std::nullopt;
    if (auto cell = figure::cell_at(m_overlay.cells(), point))
        return cell;
    return m_overlay.scene().contains(point) ? figure::cell_at(scene_cells(), point) : std::nullopt;
}

void Stage::choose(const session::SelectCell& cell)
{
    m_overlay.mark(m_overlay.marked()); // its lanes instead of a bank's
    m_commands.emplace_back(cell);
}

// Over the scene; those of a sheet are the overlay's.
figure::DrawList Stage::cell_marks() const
{
    const bool marked = m_snapshot->cell || (m_overlay.marked() | figure::marked_lane(*m_snapshot)) != 0;
    return cell_marks(marked ? scene_cells() : std::vector<figure::CellGrid> {});
}

figure::DrawList Stage::cell_marks(const std::vector<figure::CellGrid>& cells) const
{
    return figure::cell_marks(cells, *m_snapshot, m_overlay.marked(), window_points(), m_style);
}

} // namespace warpstage::stage
