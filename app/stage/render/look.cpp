#include "app/stage/render/look.h"

#include "app/views/frame/layout.h"

namespace warpstage::stage {

namespace {

constexpr float kFinger = 40.0F; // at the system's own scale
constexpr float kMaxHallText = 3.0F; // relative to the usual size, which is large
constexpr float kMaxScale = 6.0F; // an atlas of larger text exceeds the maximum texture size of some GPUs

// A 4K projector that reports a scale of 1 still needs larger text. Rounded to quarters, so that dragging a window's corner does
// not recreate the fonts continuously.
float automatic_scale(draw::Size size, float content_scale)
{
    const float room = std::min(size.width / 1920.0F, size.height / 1080.0F);
    return std::max({ 1.0F, content_scale, std::floor(room * 4.0F) / 4.0F });
}

} // namespace

draw::Style style_of(const Look& look, const LookSize& size)
{
    if (look.hall)
        return draw::make_hall_style(look.theme, size.points.height, std::min(size.scale * look.text_size, kMaxHallText));
    const float usual = automatic_scale(size.points, size.content_scale);
    draw::Style style = draw::make_style(look.theme, std::min(usual * size.scale * look.text_size, std::max(kMaxScale, usual)));
    if (size.touch)
        style.least_target = kFinger * usual;
    return style;
}

bool crowds_out_source(float text_size, const LookSize& size)
{
    constexpr float kLarge = 1.25F; // below this size small windows have no source panel anyway
    if (size.scale * text_size < kLarge || size.points.height <= 0)
        return false;
    const auto layout_at = [&](float scale, float text) {
        LookSize scaled = size;
        scaled.scale = scale;
        return views::layout_stage(size.points, style_of({ draw::Theme::dark, text }, scaled));
    };
    // A window that is narrow without large text keeps its tabs.
    return !layout_at(size.scale, text_size).source && !layout_at(1.0F, 1.0F).tabs;
}

} // namespace warpstage::stage
