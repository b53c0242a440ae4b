#include "app/views/frame/panel.h"

namespace warpstage::views {

namespace {

constexpr std::uint8_t kPanelAlpha = 243; // 95 % of 255: the scene shines through, text stays readable

} // namespace

Canvas panel_canvas(Rect rect, const Style& style)
{
    Canvas canvas({ rect.width, rect.height }, style);
    canvas.frame({ 0, 0, rect.width, rect.height }, style.panel.with_alpha(kPanelAlpha), style.border, style.radius);
    return canvas;
}

Rect panel_inside(Rect rect, float padding)
{
    return Rect { 0, 0, rect.width, rect.height }.inset(padding);
}

LaneMask marked_lane(const session::Snapshot& snapshot)
{
    const LaneMask at_cell = snapshot.selection->cell ? snapshot.selection->cell->lanes : 0;
    return at_cell
        | (snapshot.selection->lane && *snapshot.selection->lane < kMaxLanes ? LaneMask { 1 } << *snapshot.selection->lane : 0);
}

} // namespace warpstage::views
