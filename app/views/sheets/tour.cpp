#include "app/views/sheets/tour.h"

#include "app/views/frame/arrangement.h"

namespace warpstage::views {

namespace {

constexpr float kWidestTour = 470.0F;
constexpr std::uint8_t kTourVeil = 90; // what it is about is seen well
constexpr std::size_t kMaxTourLines = 6;

struct TourWords {
    std::string_view title;
    std::string_view words;
};

constexpr std::array<TourWords, kTourSteps> kTour { {
    { "A lesson and its variants",
        "Keys 1 to 9 choose a variant, Tab the next lesson. All of them compute the same, and the bars tell how fast." },
    { "Who works",
        "The lanes of each warp as they really ran, row after row. The number says how many of them work in an instruction." },
    { "What memory does", "One request of a warp: which bank or sector each lane meets. A and Shift A ask other GPUs' rules." },
    { "Source and time",
        "K plays the recorded block, J and L step through it. Each line says what it cost; a click marks it everywhere." },
    { "In front of people",
        "→ walks through the lesson. Ctrl + enlarges the letters, D shows one number, O one picture, B darkens, ? names "
        "all keys." },
} };

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
    const StageLayout layout = layout_stage(window, style);
    const std::size_t step = std::min(scope.window.tour.value_or(0), kTourSteps - 1); // one that is not there is the last
    const TourWords& words = kTour.at(step);
    const float padding = 16.0F * style.scale;
    const float width = std::min(kWidestTour * style.scale, std::max(window.width - 2 * style.margin, 1.0F));
    const float room = std::max(width - 2 * padding, 1.0F);
    const float pitch = 1.45F * style.body;
    const auto lines = wrap_text(words.words, Face::regular, style.body, room / 1.05F, kMaxTourLines);
    const float foot = 2.2F * style.small;
    const float height = std::min(
        2 * padding + 1.6F * style.head + pitch * static_cast<float>(lines.size()) + foot, std::max(window.height, 1.0F));
    Canvas canvas({ width, height }, style);
    canvas.frame({ 0, 0, width, height }, style.panel, style.orange, style.radius);
    float y = padding + 0.5F * style.head;
    canvas.label({ padding, y }, std::string { words.title }, { Face::semibold, style.head, style.text, Align::left, room });
    y += 1.1F * style.head + pitch / 2;
    for (const std::string& line : lines) {
        if (y + pitch / 2 > height - foot)
            break;
        canvas.label({ padding, y }, line, { Face::regular, style.body, style.text, Align::left, room });
        y += pitch;
    }
    const float bottom = centered_baseline(height - padding - 0.4F * style.small, style.small);
    const std::string count = fmt::format("{} of {}", step + 1, kTourSteps);
    const float count_width = room_for(count, Face::semibold, style.small);
    canvas.text({ padding, bottom }, count, { Face::semibold, style.small, style.orange, Align::left, count_width });
    canvas.text({ width - padding, bottom }, step + 1 < kTourSteps ? "→ goes on, Esc leaves" : "→ or Esc leaves",
        { Face::regular, style.small, style.secondary, Align::right, room - count_width - padding });

    // In the middle of the scene; where that is narrower, as near to it as the window lets.
    const Rect scene = layout.scene;
    const float x = std::clamp(scene.x + (scene.width - width) / 2, 0.0F, std::max(window.width - width, 0.0F));
    const float top = std::clamp(scene.y + (scene.height - height) / 2, 0.0F, std::max(window.height - height, 0.0F));
    DrawList whole { window };
    whole.add(Box { window.area(), style.background.with_alpha(kTourVeil), {}, 1.0F, 0.0F });
    if (const auto target = tour_target(step, layout); target && !stands_alone(scope.window))
        whole.add(Box { *target, {}, style.orange, 3.0F * style.scale, style.radius });
    whole.append(canvas.finish(), { x, top });
    return whole;
}

} // namespace warpstage::views
