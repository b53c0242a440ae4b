#include "app/views/frame/arrangement.h"
#include "app/views/frame/panel.h"

namespace warpstage::views {

namespace {

constexpr float kMaxOfScene = 0.42F;
constexpr float kMaxOfSmallScene = 0.62F; // a question that is cut off is worse than a scene that is low
constexpr float kSmallScene = 320.0F; // wide

float padding_of(const Style& style)
{
    return 12.0F * style.scale;
}

float cue_pitch(float size)
{
    return 1.4F * size;
}

// As many lines as a strip of that height has room for.
std::size_t lines_in(float height, float size, const Style& style)
{
    return static_cast<std::size_t>(std::max(1.0F, std::floor((height - 2 * padding_of(style)) / cue_pitch(size))));
}

// Larger letters where the scene has room for them.
float size_in(Rect scene, const Style& style)
{
    return scene.width >= 620.0F * style.scale && scene.height >= 300.0F * style.scale ? style.body : style.small;
}

float most_of(Rect scene, const Style& style)
{
    return scene.width < kSmallScene * style.scale ? kMaxOfSmallScene : kMaxOfScene;
}

float text_width_of(Rect strip, const Style& style)
{
    return strip.width - 3 * padding_of(style);
}

} // namespace

float cue_caption_height(const session::Snapshot& model, Rect scene, const Style& style)
{
    if (!model.setup->lesson || !model.cue->index)
        return 0.0F;
    constexpr std::size_t kMaxLines = 12;
    const float size = size_in(scene, style);
    std::size_t lines = 1;
    for (const lesson::Cue& cue : model.setup->lesson->cues) {
        const float width = text_width_of(scene, style);
        lines = std::max({ lines, wrap_text(cue.caption, Face::regular, size, width, kMaxLines).size(),
            wrap_text(cue.question, Face::semibold, size, width, kMaxLines).size() });
    }
    const float wanted = cue_pitch(size) * static_cast<float>(lines) + 2 * padding_of(style);
    return std::min(wanted, std::max(most_of(scene, style) * scene.height, cue_pitch(size) + 2 * padding_of(style)));
}

// The question or the caption, in a strip of cue_caption_height(); nothing where the cue has no words now.
DrawList cue_caption_view(const Scope& scope)
{
    const Style& style = scope.style;
    const Size strip = scope.size;
    const session::CueView& cue = *scope.model.cue;
    if (cue.words.empty() || strip.height <= 0.0F)
        return { strip };
    const bool asking = is_asking(scope.model);
    const float padding = padding_of(style);
    // The strip is part of what was the scene: its width decides as it did for the height.
    const Rect place = strip.area();
    const float size = size_in({ 0, 0, strip.width, strip.height / most_of(place, style) }, style);
    const Face face = asking ? Face::semibold : Face::regular;
    const float width = text_width_of(place, style);
    const auto lines = wrap_text(cue.words, face, size, width, lines_in(strip.height, size, style));

    Canvas canvas(strip, style);
    const Color color = asking ? style.orange : style.blue;
    canvas.frame(place, mix(style.panel, color, 0.07F), asking ? style.orange : style.border, style.radius * 0.7F);
    canvas.fill({ padding * 0.6F, padding, 4.0F * style.scale, strip.height - 2 * padding }, color, 2.0F * style.scale);
    const float first = strip.height / 2 - cue_pitch(size) * (static_cast<float>(lines.size()) - 1) / 2;
    draw_lines(canvas, { 1.9F * padding, first }, lines, cue_pitch(size), { face, size, style.text, Align::left, width });
    return canvas.finish();
}

// A frame around the view that the cue points at.
DrawList cue_target_view(const Scope& scope)
{
    DrawList list { scope.size };
    list.add(Box { scope.size.area(), {}, scope.style.orange, 2.0F * scope.style.scale, scope.style.radius });
    return list;
}

} // namespace warpstage::views
