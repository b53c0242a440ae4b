#include "app/views/sheets/tour.h"

#include "app/views/frame/arrangement.h"

namespace warpstage::views {

namespace {

constexpr float kMaxTourWidth = 470.0F;
constexpr std::size_t kMaxTourLines = 6;

struct TourWords {
    std::string_view title;
    std::string_view words;
    std::string_view keys; // that the step asks for
    std::string_view ask; // what they do
};

constexpr std::array<TourWords, kTourSteps> kTour { {
    { marked("A lesson and its variants"), marked("Variants solve one problem; ⚠ marks wrong results. Longer bars are slower."),
        "2", marked("Press 2 to choose the second variant.") },
    { marked("Active lanes"), marked("One row per lane, one column per instruction of the recorded warp."), "↓",
        marked("Press ↓ to show the next warp of the block.") },
    { marked("Memory access"), marked("One request of a warp: the bank or the sector that each lane accesses."), "Shift A",
        marked("Press Shift+A to see its cost on another GPU. The tour then returns to yours.") },
    { marked("Source and timeline"), marked("Each source line shows its cost."), "L",
        marked("Press L to step through the recorded block.") },
    { marked("Walkthrough"),
        marked("Each lesson has a walkthrough: a sequence of cues that a clicker can play. F6 shows it in hall mode, F11 on the "
               "whole screen. ? lists all keys."),
        "→", marked("Press → to show the first cue.") },
} };

// The requested action. If the second variant is already shown, the action is to choose the first.
TourWords words_of(const Scope& scope, std::size_t step)
{
    TourWords words = kTour.at(step);
    words.title = tr(words.title);
    words.words = tr(words.words);
    words.ask = tr(words.ask);
    if (step == 0 && scope.model.setup->variant == 1 && !scope.window.tour->done) {
        words.keys = "1";
        words.ask = tr("Press 1 to choose the first variant.");
    }
    return words;
}

} // namespace

std::optional<Rect> tour_target(std::size_t step, const StageLayout& layout)
{
    switch (step) {
    case 0:
        return layout.variants;
    case 1:
        return layout.warps;
    case 2:
        return layout.access;
    case 3:
        return layout.source;
    default:
        return layout.footer;
    }
}

DrawList tour_view(const Scope& scope)
{
    const Style& style = scope.style;
    const Size window = scope.size;
    if (!scope.window.tour)
        return { window };
    const StageLayout layout = layout_stage(window, style);
    const std::size_t step = std::min(scope.window.tour->index, kTourSteps - 1); // a step that does not exist is the last one
    const bool done = scope.window.tour->done;
    const TourWords words = words_of(scope, step);
    const float padding = 16.0F * style.scale;
    const float width = std::min(kMaxTourWidth * style.scale, std::max(window.width - 2 * style.margin, 1.0F));
    const float room = std::max(width - 2 * padding, 1.0F);
    const float pitch = 1.45F * style.body;
    const float chip = std::max(room_for(words.keys, Face::semibold, style.body) + 0.8F * style.body, 1.7F * style.body);
    const float ask_room = std::max(room - chip - padding / 2, 1.0F);
    const auto lines = wrap_text(words.words, Face::regular, style.body, room / 1.05F, kMaxTourLines);
    const auto ask = wrap_text(done ? tr("Done.") : words.ask, Face::semibold, style.body, ask_room / 1.05F, kMaxTourLines);
    const float foot = 2.2F * style.small;
    const float asks = std::max(pitch * static_cast<float>(ask.size()), 1.8F * style.body);
    const float height =
        std::min(2 * padding + 1.6F * style.head + pitch * static_cast<float>(lines.size()) + asks + 0.5F * pitch + foot,
            std::max(window.height, 1.0F));
    Canvas canvas({ width, height }, style);
    canvas.frame({ 0, 0, width, height }, style.panel, style.orange, style.radius);
    float y = padding + 0.5F * style.head;
    canvas.label({ padding, y }, std::string { words.title }, { Face::semibold, style.head, style.text, Align::left, room });
    y += 1.1F * style.head + pitch / 2;
    const float last = height - foot - asks - 0.3F * pitch; // the requested action is always shown
    for (const std::string& line : lines) {
        if (y + pitch / 2 > last)
            break;
        canvas.label({ padding, y }, line, { Face::regular, style.body, style.text, Align::left, room });
        y += pitch;
    }
    const float middle = std::min(y + 0.1F * pitch, last + pitch / 2) + (asks - pitch) / 2;
    const Rect key { padding, middle - 0.85F * style.body, chip, 1.7F * style.body };
    if (done)
        canvas.tick(key.center(), 1.2F * style.body, style.green);
    else
        canvas.chip(key, std::string { words.keys }, style.orange, on_fill(style), Face::semibold, style.body);
    draw_lines(canvas, { key.right() + padding / 2, middle - pitch * (static_cast<float>(ask.size()) - 1) / 2 }, ask, pitch,
        { Face::semibold, style.body, done ? style.green : style.text, Align::left, ask_room });

    const float bottom = centered_baseline(height - padding - 0.4F * style.small, style.small);
    const std::string count = trf("{} of {}", step + 1, kTourSteps);
    const float count_width = room_for(count, Face::semibold, style.small);
    canvas.text({ padding, bottom }, count, { Face::semibold, style.small, style.orange, Align::left, count_width });
    canvas.text({ width - padding, bottom }, tr("Enter: skip · Esc: end the tour"),
        { Face::regular, style.small, style.secondary, Align::right, room - count_width - padding });

    // In the middle of the scene; if the scene is narrower, as near to it as the window allows.
    const Rect scene = layout.scene;
    const float x = std::clamp(scene.x + (scene.width - width) / 2, 0.0F, std::max(window.width - width, 0.0F));
    const float top = std::clamp(scene.y + (scene.height - height) / 2, 0.0F, std::max(window.height - height, 0.0F));
    DrawList whole { window };
    if (const auto target = tour_target(step, layout); target && !stands_alone(scope.window))
        whole.add(Box { *target, {}, style.orange, 3.0F * style.scale, style.radius });
    whole.append(canvas.finish(), { x, top });
    return whole;
}

} // namespace warpstage::views
