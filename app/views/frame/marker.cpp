#include "app/views/frame/marker.h"

namespace warpstage::views {

namespace {

constexpr float kPenWidth = 14.0F;
constexpr std::uint8_t kPenAlpha = 120; // the content below the stroke stays readable
constexpr float kDot = 7.0F;
constexpr Color kLaser { 0xff, 0x2a, 0x2a };
constexpr Color kCore { 0xff, 0xd8, 0xd0 };

std::uint8_t alpha_of(float share)
{
    return static_cast<std::uint8_t>(255.0F * std::clamp(share, 0.0F, 1.0F));
}

// At the upper edge, below the bar.
void draw_badge(Canvas& canvas, const std::string& words)
{
    const Style& style = canvas.style();
    const float width = room_for(words, Face::semibold, style.small) + canvas.units(24.0F);
    const float height = 1.7F * style.small;
    if (width > canvas.size().width)
        return;
    canvas.chip({ (canvas.size().width - width) / 2, canvas.units(60.0F), width, height }, words, style.orange, on_fill(style),
        Face::semibold, style.small);
}

} // namespace

DrawList marker_picture(const MarkerState& state, const Style& style)
{
    Canvas canvas(state.window, style);
    if (state.pen)
        draw_badge(canvas, tr("Highlighter: drag to mark, W or Esc ends it"));
    DrawList list = canvas.finish();
    const Color pen = (is_dark(style.theme) ? Color { 0xf0, 0xe4, 0x42 } : Color { 0xff, 0xd6, 0x00 }).with_alpha(kPenAlpha);
    for (const Stroke& stroke : state.strokes) {
        if (stroke.points.size() == 1)
            list.items.emplace_back(Circle { stroke.points.front(), 0.5F * kPenWidth * style.scale, pen });
        else if (!stroke.points.empty())
            list.items.emplace_back(Polyline { stroke.points, pen, kPenWidth * style.scale });
    }
    const float dot = kDot * style.scale;
    for (const TrailPoint& point : state.laser)
        list.items.emplace_back(
            Circle { point.at, dot * (1.0F - 0.6F * point.age), kLaser.with_alpha(alpha_of(0.35F * (1.0F - point.age))) });
    if (!state.laser.empty()) {
        const Point at = state.laser.back().at;
        for (const float halo : { 3.0F, 2.2F, 1.6F })
            list.items.emplace_back(Circle { at, halo * dot, kLaser.with_alpha(45) });
        list.items.emplace_back(Circle { at, dot, kLaser });
        list.items.emplace_back(Circle { at, 0.45F * dot, kCore });
    }
    return list;
}

} // namespace warpstage::views
