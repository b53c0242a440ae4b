// Hall mode: one figure, the source line and the words of the cue, all chosen by the cue.
#pragma once

#include "app/views/view.h"

namespace warpstage::views {

struct HallPlaces {
    Rect top_bar;
    Rect figure; // the scene, if no view is shown there
    std::optional<Rect> source; // empty: no source
    std::optional<Rect> caption; // empty: no words, or the question is in the figure's place
    const View* view = nullptr; // in the figure's place; null: the scene
};

[[nodiscard]] HallPlaces place_hall(const session::Snapshot& model, const WindowState& window, const Style& style);
// In the bar, for messages: between the lesson's title and what is at the right end, which stay visible, if there is space.
[[nodiscard]] Rect hall_toast(const session::Snapshot& model, const WindowState& window, Rect bar, const Style& style);

// The views that a key shows in sequence in the figure's place; null: the scene.
[[nodiscard]] std::vector<const View*> hall_figures(const session::Snapshot& model);
// The next view after `shown`, which a cue or a key has chosen.
[[nodiscard]] const View* next_hall_figure(const session::Snapshot& model, const WindowState& window);

// The subtitle: text size and lines, for a strip of this width.
struct HallWords {
    float size = 0.0F;
    std::vector<std::string> lines;
    float choices = 0.0F; // height of the answers below them, including the gap; 0: none
};
[[nodiscard]] HallWords hall_words(const session::Snapshot& model, float width, float window_height, const Style& style);
// Of the strip with these words.
[[nodiscard]] float hall_words_height(const HallWords& words, const Style& style);

// Text size of a question in the place of a figure; the painter loads glyphs of this size.
[[nodiscard]] float question_size(const Style& style);

} // namespace warpstage::views
