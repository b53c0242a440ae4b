// Which views stand where in the window, from the lowest to the topmost.
#pragma once

#include "app/views/view.h"

namespace warpstage::views {

enum class Blocks : std::uint8_t { nothing, own_place, everything }; // of what lies below: it cannot be clicked there

struct Placed {
    const View* view = nullptr; // never null
    Rect rect; // in the window
    Blocks blocks = Blocks::nothing;

    bool operator==(const Placed&) const = default;
};

struct Arrangement {
    std::vector<Placed> views;
    Rect scene; // the free center: never covered by a panel; empty where something stands there alone
};

// The views of the scene, by what the model has; the stage draws those without a builder itself.
[[nodiscard]] std::vector<const View*> scene_views(const session::Snapshot& model);

// What follows from the model, the scene's views aside, depends on these parts alone.
inline constexpr Parts kArrangementReads = Part::setup | Part::cue | Part::run | Part::selection | Part::arrangement | Part::help
    | Part::notes | Part::tour | Part::list | Part::tip | Part::start;
[[nodiscard]] Arrangement arrange(
    const session::Snapshot& model, const std::vector<const View*>& scene, const WindowState& window, const Style& style);

// Of the views that share this one's place, the one that stands there now.
[[nodiscard]] const View& present(const View& view, const session::Snapshot& model);
// A list over the scene, and nothing else.
[[nodiscard]] bool list_alone(const WindowState& window);
// One view between the bars, without the scene.
[[nodiscard]] bool stands_alone(const WindowState& window);

// array_caption.cpp: height of the strip that the words over a block's shared memory take from the scene.
[[nodiscard]] float array_caption_height(const Style& style);
// cue_caption.cpp: height of the strip that the scene gives to the words, the same for all cues of the lesson so that the scene
// stays where it is; 0 before the first cue.
[[nodiscard]] float cue_caption_height(const session::Snapshot& model, Rect scene, const Style& style);
// notices.cpp: height of the message of what stopped the recorded block; 0 where there is none or where it would take too much of
// the area.
[[nodiscard]] float fault_height(const session::Snapshot& model, Size area, const Style& style);

} // namespace warpstage::views
