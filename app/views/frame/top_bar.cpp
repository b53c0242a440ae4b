#include "app/draw/color.h"
#include "app/draw/text_metrics.h"
#include "app/views/drawing.h"
#include "app/views/frame/cue_dots.h"
#include "app/views/frame/number_tips.h"
#include "app/views/frame/panel.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace warpstage::views {

namespace {

constexpr std::size_t kMostDots = 12;
constexpr float kRoomForProgress = 560.0F;

std::string title_of(const session::Snapshot& snapshot)
{
    if (!snapshot.setup->lesson)
        return "warpstage";
    return fmt::format("{} · {}", snapshot.setup->lesson->number, snapshot.setup->lesson->title);
}

std::string summary_of(const session::Snapshot& snapshot)
{
    if (snapshot.setup->variant >= snapshot.setup->variants.size())
        return {};
    const session::VariantView& variant = snapshot.setup->variants[snapshot.setup->variant];
    return variant.summary.empty() ? variant.label : variant.summary;
}

// The fullest words that fit.
std::string machine_words(const session::Snapshot& snapshot, float room, const Style& style)
{
    const bool gpu = snapshot.device->engine.kind == engine::EngineKind::gpu;
    const std::string& name = snapshot.device->engine.name;
    std::vector<std::string> wordings { name };
    if (!gpu)
        wordings = { "virtual machine · emulated", "VM · emulated", "emulated" };
    else if (snapshot.device->interop)
        wordings = { name + " · CUDA–OpenGL interop", name + " · interop", name };
    for (const std::string& words : wordings)
        if (room_for(words, Face::semibold, style.small) <= room)
            return words;
    return wordings.back();
}

// Which machine runs. Its width does not depend on its words. Returns its left edge.
float draw_badge(Canvas& canvas, const session::Snapshot& snapshot, Rect bar, std::vector<HitRegion>& regions)
{
    const Style& style = canvas.style();
    const bool gpu = snapshot.device->engine.kind == engine::EngineKind::gpu;
    const float width = std::min(canvas.units(336.0F), 0.3F * bar.width);
    const float height = 0.62F * bar.height;
    const Rect rect { bar.width - style.margin - width, (bar.height - height) / 2, width, height };
    const Color color = gpu ? style.blue : style.orange;
    canvas.frame(rect, mix(style.panel, color, 0.12F), color, canvas.units(7.0F));
    canvas.text({ rect.x + width / 2, centered_baseline(bar.height / 2, style.small) },
        machine_words(snapshot, width - canvas.units(16.0F), style),
        { Face::semibold, style.small, color, Align::center, width - canvas.units(16.0F) });
    regions.push_back({ rect, session::ToggleEngine {} });
    return rect.x;
}

// Whose rules are shown; a click takes the next. Returns its left edge.
float draw_architecture(Canvas& canvas, const session::Snapshot& snapshot, Rect bar, float right, std::vector<HitRegion>& regions)
{
    const Style& style = canvas.style();
    const float width = std::min(canvas.units(212.0F), 0.17F * bar.width);
    const float height = 0.62F * bar.height;
    const Rect rect { right - canvas.units(10.0F) - width, (bar.height - height) / 2, width, height };
    canvas.frame(rect, std::nullopt, style.border, canvas.units(7.0F));
    // A GPU's name without its capability where both have no room, else the capability alone.
    std::string words = snapshot.run->architecture;
    const std::string capability { snapshot.run->traits->name };
    for (const std::string& shorter : { snapshot.run->architecture.substr(0, snapshot.run->architecture.find(" (")), capability,
             capability.substr(capability.find(' ') + 1) })
        if (room_for(words, Face::regular, style.small) > width - canvas.units(12.0F))
            words = shorter;
    canvas.text({ rect.x + width / 2, centered_baseline(bar.height / 2, style.small) }, words,
        { Face::regular, style.small, style.text, Align::center, width - canvas.units(12.0F) });
    regions.push_back({ rect, session::StepArchitecture {} });
    return rect.x;
}

// Frames a second and the number of steps, in columns that do not move. Returns their left edge.
float draw_progress(Canvas& canvas, const session::Snapshot& snapshot, float frames_per_second, Rect bar, float right)
{
    const Style& style = canvas.style();
    const float size = style.small;
    const float digit = room_for("0", Face::mono, size);
    const float baseline = centered_baseline(bar.height / 2, size);
    const float gap = canvas.units(20.0F);
    float x = right - gap;
    if (bar.width < canvas.units(kRoomForProgress) && snapshot.timing->playing)
        return right; // the lesson's name comes first
    const bool wide = bar.width >= canvas.units(1100.0F);
    const auto column = [&](std::string words, float digits, Face face, Color color) {
        canvas.text({ x, baseline }, std::move(words), { face, size, color, Align::right, digits * digit });
        x -= digits * digit;
    };
    if (wide || snapshot.timing->playing)
        column(fmt::format("{:.0f} fps", std::clamp(frames_per_second, 0.0F, 9999.0F)), 8, Face::mono, style.secondary);
    if (!wide && snapshot.timing->playing)
        return x;
    if (!snapshot.timing->playing) {
        column("paused", 7, Face::semibold, style.orange);
        const float height = 0.8F * size;
        for (const float offset : { 0.0F, 0.5F * size })
            canvas.fill({ x - gap / 2 + offset, (bar.height - height) / 2, 0.25F * size, height }, style.orange);
        return x - gap;
    }
    column(fmt::format("step {}", text::grouped(static_cast<std::int64_t>(snapshot.timing->steps))), 15, Face::mono,
        style.secondary);
    return x;
}

// One dot a lesson, the present one larger. Returns their right edge.
float draw_lesson_dots(Canvas& canvas, const session::Snapshot& snapshot, float x, float y)
{
    const Style& style = canvas.style();
    const std::size_t lessons = snapshot.setup->lesson_titles.size();
    if (lessons < 2 || lessons > kMostDots)
        return x;
    const float pitch = canvas.units(16.0F);
    for (std::size_t i = 0; i < lessons; ++i) {
        const bool present = i == snapshot.setup->lesson_index;
        canvas.circle({ x + pitch * (static_cast<float>(i) + 0.5F), y }, canvas.units(present ? 5.0F : 3.5F),
            present ? style.blue : style.dim);
    }
    return x + pitch * static_cast<float>(lessons);
}

// In one line, else in two smaller ones.
void draw_lesson_summary(Canvas& canvas, const std::string& words, Rect room)
{
    const Style& style = canvas.style();
    const float middle = room.y + room.height / 2;
    if (room_for(words, Face::regular, style.body) <= room.width) {
        canvas.text({ room.x, centered_baseline(middle, style.body) }, words,
            { Face::regular, style.body, style.secondary, Align::left, room.width });
        return;
    }
    const float pitch = 1.3F * style.small;
    const std::vector<std::string> lines = wrap_text(words, Face::regular, style.small, 0.95F * room.width, 2);
    float y = middle - pitch * (static_cast<float>(lines.size()) - 1) / 2;
    for (const std::string& line : lines) {
        canvas.text({ room.x, centered_baseline(y, style.small) }, line,
            { Face::regular, style.small, style.secondary, Align::left, room.width });
        y += pitch;
    }
}

} // namespace

Panel top_bar(const session::Snapshot& snapshot, const OverlayState& state, const StageLayout& layout, const Style& style)
{
    const Rect bar = layout.top_bar;
    Panel panel { bar, {}, {} };
    Canvas canvas({ bar.width, bar.height }, style);
    canvas.fill(bar, style.panel.with_alpha(243));
    canvas.line({ 0, bar.height }, { bar.width, bar.height }, style.border, canvas.units(1.0F));

    const float badge = draw_badge(canvas, snapshot, bar, panel.regions);
    const float rules = draw_architecture(canvas, snapshot, bar, badge, panel.regions);
    const float right = draw_progress(canvas, snapshot, state.frames_per_second, bar, rules);
    const float middle = bar.height / 2;
    const float gap = canvas.units(18.0F);
    const std::string title = title_of(snapshot);
    const float title_width = std::min(room_for(title, Face::semibold, style.title), right - style.margin - gap);
    canvas.text({ style.margin, centered_baseline(middle, style.title) }, title,
        { Face::semibold, style.title, style.text, Align::left, title_width + canvas.units(1.0F) });
    float x = style.margin + title_width + gap;
    if (snapshot.cue->count == 0 && right - x > canvas.units(260.0F))
        x = draw_lesson_dots(canvas, snapshot, x, middle) + gap;
    panel.regions.push_back({ { 0, 0, x - gap / 2, bar.height }, session::StepLesson {} });
    panel.tips.push_back({ { 0, 0, right, bar.height }, lesson_tip(snapshot) });
    panel.tips.push_back({ { right, 0, rules - right, bar.height }, progress_tip(snapshot, state.frames_per_second) });
    panel.tips.push_back({ { rules, 0, badge - rules, bar.height }, architecture_tip(snapshot) });
    panel.tips.push_back({ { badge, 0, bar.width - badge, bar.height }, machine_tip(snapshot) });
    if (const float end = draw_cue_dots(canvas, *snapshot.cue, { x, middle }, right - gap, panel.regions); end > x)
        x = end + gap;
    if (const float room = right - gap - x; room > canvas.units(snapshot.cue->count > 0 ? 220.0F : 80.0F))
        draw_lesson_summary(canvas, summary_of(snapshot), { x, 0, room, bar.height });
    panel.picture = canvas.finish();
    return panel;
}

} // namespace warpstage::views
