#include "app/views/sheets/sheet.h"

#include "app/views/frame/panel.h"

namespace warpstage::views {

namespace {

constexpr float kNarrowestScene = 440.0F;

} // namespace

Canvas sheet_canvas(const Scope& scope)
{
    Canvas canvas = panel_canvas(scope);
    if (scope.size.width > layout_stage(scope.window.size, scope.style).scene.width) // panels lie under it
        canvas.frame({ 0, 0, scope.size.width, scope.size.height }, scope.style.panel, scope.style.border, scope.style.radius);
    return canvas;
}

Rect sheet_area(const StageLayout& layout, const Style& style)
{
    if (layout.scene.width >= kNarrowestScene * style.scale)
        return layout.scene;
    const float left = layout.variants ? layout.variants->x : layout.scene.x;
    const float bottom = layout.footer ? layout.footer->y - left : layout.scene.bottom();
    return { left, layout.scene.y, layout.access.right() - left, bottom - layout.scene.y };
}

} // namespace warpstage::views
