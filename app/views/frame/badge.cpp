// "Highlighter  Esc": the current mode and the key that leaves it, at the end of the line of keys.
#include "app/views/frame/arrangement.h"

namespace warpstage::views {

namespace {

struct BadgeParts {
    float name = 0.0F;
    float key = 0.0F;
    float padding = 0.0F;
};

BadgeParts badge_parts(std::string_view badge, const Style& style)
{
    return { room_for(tr(badge), Face::semibold, style.small),
        room_for("Esc", Face::regular, style.smallest) + 10.0F * style.scale, 10.0F * style.scale };
}

} // namespace

Size badge_size(std::string_view badge, const Style& style)
{
    const BadgeParts parts = badge_parts(badge, style);
    return { parts.name + parts.key + 3 * parts.padding, 1.8F * style.small };
}

DrawList badge_view(const Scope& scope)
{
    const Style& style = scope.style;
    const std::string_view badge = scope.window.badge;
    const BadgeParts parts = badge_parts(badge, style);
    Canvas canvas(scope.size, style);
    const Rect area = scope.size.area();
    canvas.frame(area, mix(style.panel, style.orange, 0.16F), style.orange, area.height / 2);
    canvas.label({ parts.padding, area.height / 2 }, std::string { tr(badge) },
        { Face::semibold, style.small, style.text, Align::left, parts.name });
    const float height = 1.35F * style.smallest;
    canvas.chip({ area.width - parts.padding - parts.key, (area.height - height) / 2, parts.key, height }, "Esc",
        track_color(style), style.text, Face::regular, style.smallest);
    canvas.tip(area, { std::string { tr(badge) }, tr("Esc leaves this mode."), {}, {}, {} });
    on_click(canvas, area, RunCommand { "leave-mode" });
    return canvas.finish();
}

} // namespace warpstage::views
