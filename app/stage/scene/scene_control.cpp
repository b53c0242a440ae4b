#include "app/stage/scene/scene_control.h"

namespace warpstage::stage {

const views::View* SceneControl::view() const
{
    // These take the place of the scene.
    const views::Display display = m_state.overlay.display();
    const views::WindowState& window = m_state.overlay.window();
    const bool replaced = window.hall && m_state.overlay.scene().width <= 0.0F;
    const bool hidden = replaced || window.start != nullptr || window.follow_code != nullptr || m_state.overlay.sheet() != nullptr
        || display == views::Display::maximized || display == views::Display::number;
    return hidden ? nullptr : &views::scene_of(*m_state.snapshot);
}

std::optional<draw::Cell> SceneControl::cell_under(draw::Point point) const
{
    const OverlayView& overlay = m_state.overlay;
    if (overlay.window().help || overlay.window().notes || overlay.window().start != nullptr
        || overlay.window().follow_code != nullptr || overlay.list() != nullptr)
        return std::nullopt;
    if (auto cell = overlay.cell_at(point))
        return cell;
    return overlay.scene().contains(point) ? m_cells.cell_at(point) : std::nullopt;
}

} // namespace warpstage::stage
