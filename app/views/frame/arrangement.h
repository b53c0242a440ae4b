// The arrangement of views in the window, from the lowest to the topmost.
#pragma once

#include "app/views/view.h"

namespace warpstage::views {

enum class Blocks : std::uint8_t { nothing, own_place, everything }; // of the area below: it cannot be clicked there

struct Placed {
    const View* view = nullptr; // never null
    Rect rect; // in the window
    Blocks blocks = Blocks::nothing;
    float text = 1.0F; // factor of the text: a maximized panel has larger text

    bool operator==(const Placed&) const = default;
};

struct Arrangement {
    std::vector<Placed> views;
    Rect scene; // the free center: never covered by a panel; empty if one view fills it
};

// The views of the scene for the data of the model. Views without a builder are drawn by the stage.
[[nodiscard]] std::vector<const View*> scene_views(const session::Snapshot& model);

// Everything that follows from the model, except the scene's views, depends only on these parts.
inline constexpr Parts kArrangementReads = Part::setup | Part::cue | Part::run | Part::selection | Part::arrangement | Part::help
    | Part::notes | Part::tour | Part::list | Part::tip | Part::start | Part::follow_code | Part::badge;
[[nodiscard]] Arrangement arrange(
    const session::Snapshot& model, const std::vector<const View*>& scene, const WindowState& window, const Style& style);

// The content of the view in its place.
[[nodiscard]] DrawList build(const Placed& placed, const session::Snapshot& model, const WindowState& window, const Style& style);

// The view that is currently shown in the place of this one.
[[nodiscard]] const View& present(const View& view, const session::Snapshot& model);
// Only a list over the scene.
[[nodiscard]] bool list_alone(const WindowState& window);
// One view between the bars, without the scene.
[[nodiscard]] bool stands_alone(const WindowState& window);

// array_caption.cpp: height of the strip at the edge of the scene for the caption of a block's shared memory.
[[nodiscard]] float array_caption_height(const Style& style);
// badge.cpp: of the name of a mode.
[[nodiscard]] Size badge_size(std::string_view badge, const Style& style);
// tile_reuse.cpp: height of the strip below the scene with the counts of a block with and without a tile.
[[nodiscard]] float tile_reuse_height(const Style& style);
// total_line.cpp: height of the strip above the scene for the sum that the steps compute; 0 if they compute none.
[[nodiscard]] float total_height(const session::Snapshot& model, const Style& style);
// cue_caption.cpp: height of the strip at the edge of the scene for the words of the cue. It is the same for all cues of the
// lesson, so that the scene does not move; 0 before the first cue.
[[nodiscard]] float cue_caption_height(const session::Snapshot& model, Rect scene, const Style& style);
// notices.cpp: height of the message about the fault that stopped the recorded block; 0 if no fault occurred or the message would
// take too much of the area.
[[nodiscard]] float fault_height(const session::Snapshot& model, Size area, const Style& style);

} // namespace warpstage::views
