#include "app/views/frame/cue_caption.h"

#include "app/draw/color.h"
#include "app/draw/text_metrics.h"

#include <algorithm>
#include <cmath>

namespace warpstage::views {

namespace {

constexpr float kMostOfScene = 0.42F;
constexpr float kMostOfSmallScene = 0.62F; // a question that is cut off is worse than a scene that is low
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
    return scene.width < kSmallScene * style.scale ? kMostOfSmallScene : kMostOfScene;
}

float text_width_of(Rect strip, const Style& style)
{
    return strip.width - 3 * padding_of(style);
}

} // namespace

float cue_caption_height(const session::Snapshot& snapshot, Rect scene, const Style& style)
{
    if (!snapshot.setup->lesson || !snapshot.cue->index)
        return 0.0F;
    constexpr std::size_t kMostLines = 12;
    const float size = size_in(scene, style);
    std::size_t lines = 1;
    for (const lesson::Cue& cue : snapshot.setup->lesson->cues) {
        const float width = text_width_of(scene, style);
        lines = std::max({ lines, wrap_text(cue.caption, Face::regular, size, width, kMostLines).size(),
            wrap_text(cue.question, Face::semibold, size, width, kMostLines).size() });
    }
    const float wanted = cue_pitch(size) * static_cast<float>(lines) + 2 * padding_of(style);
    return std::min(wanted, std::max(most_of(scene, style) * scene.height, cue_pitch(size) + 2 * padding_of(style)));
}

std::optional<Panel> cue_caption(const session::Snapshot& snapshot, Rect strip, const Style& style)
{
    if (snapshot.cue->words.empty() || strip.height <= 0.0F)
        return std::nullopt;
    const bool asking = snapshot.cue->numbers == session::CueNumbers::hidden;
    const float padding = padding_of(style);
    // The strip is part of what was the scene: its width decides as it did for the height.
    const float size = size_in({ strip.x, strip.y, strip.width, strip.height / most_of(strip, style) }, style);
    const Face face = asking ? Face::semibold : Face::regular;
    const float width = text_width_of(strip, style);
    const auto lines = wrap_text(snapshot.cue->words, face, size, width, lines_in(strip.height, size, style));

    Canvas canvas({ strip.width, strip.height }, style);
    const Color color = asking ? style.orange : style.blue;
    canvas.frame({ 0, 0, strip.width, strip.height }, mix(style.panel, color, 0.07F), asking ? style.orange : style.border,
        style.radius * 0.7F);
    canvas.fill({ padding * 0.6F, padding, 4.0F * style.scale, strip.height - 2 * padding }, color, 2.0F * style.scale);
    float y = strip.height / 2 - cue_pitch(size) * (static_cast<float>(lines.size()) - 1) / 2;
    for (const std::string& line : lines) {
        canvas.text({ 1.9F * padding, centered_baseline(y, size) }, line, { face, size, style.text, Align::left, width });
        y += cue_pitch(size);
    }
    return Panel { strip, canvas.finish(), {} };
}

session::Snapshot concealed(const session::Snapshot& snapshot)
{
    session::Snapshot copy = snapshot;
    if (copy.setup->variant < copy.setup->variants.size()) {
        copy.setup.edit().variants[copy.setup->variant].summary.clear(); // it says what is asked for
        if (copy.setup->variant < copy.timing->variants.size())
            copy.timing.edit().variants[copy.setup->variant] = {};
    }
    if (copy.setup->lesson != nullptr && copy.setup->variant < copy.setup->lesson->variants.size()
        && !copy.setup->lesson->variants[copy.setup->variant].expects.empty())
        std::erase_if(
            copy.notices.edit(), [](const session::Notice& notice) { return notice.severity == session::Severity::fault; });
    copy.timing.edit().works.clear();
    copy.timing.edit().merit = 0.0;
    copy.timing.edit().history.clear();
    copy.run.edit().recording = nullptr;
    copy.run.edit().assessment = nullptr;
    copy.run.edit().accesses.clear();
    copy.selection.edit().chosen_access.reset();
    copy.run.edit().compared.reset();
    copy.counters.edit().hardware = nullptr;
    return copy;
}

Panel secret_panel(Rect rect, const std::string& title, const StageLayout& layout, const Style& style)
{
    Canvas canvas = panel_canvas(rect, style);
    const Rect inside = panel_inside(rect, layout.padding);
    Canvas head({ inside.width, inside.height }, style);
    head.heading(title, "", { { "?" }, style.orange, false });
    canvas.append(head.finish(), { inside.x, inside.y });
    const float top = inside.y + canvas.heading_height();
    if (const float room = inside.bottom() - top; room > 2 * style.title) {
        canvas.text({ inside.x + inside.width / 2, top + room / 2 }, "?",
            { Face::semibold, style.title, style.orange, Align::center, inside.width });
        canvas.text({ inside.x + inside.width / 2, top + room / 2 + 1.5F * style.small }, "→ shows it",
            { Face::regular, style.small, style.secondary, Align::center, inside.width });
    }
    return { rect, canvas.finish(), {} };
}

std::optional<Rect> cue_target(const session::CueView& cue, const StageLayout& layout)
{
    if (cue.words.empty())
        return std::nullopt;
    switch (cue.figure) {
    case lesson::CueFigure::none:
    case lesson::CueFigure::scene:
        return std::nullopt;
    case lesson::CueFigure::variants:
        return layout.variants;
    case lesson::CueFigure::parameters:
        return layout.parameters;
    case lesson::CueFigure::warps:
        return layout.warps;
    case lesson::CueFigure::banks:
    case lesson::CueFigure::sectors:
        return layout.access;
    case lesson::CueFigure::timings:
        return layout.timings;
    case lesson::CueFigure::source:
        return layout.source;
    }
    return std::nullopt;
}

} // namespace warpstage::views
