// Hall mode: what a lecture needs and no more. One figure, the line of source, the words of the cue, chosen by the cue.
#pragma once

#include "app/views/view.h"

namespace warpstage::views {

struct HallPlaces {
    Rect top_bar;
    Rect figure; // the scene, where no view stands there
    std::optional<Rect> source; // nothing: there is none
    std::optional<Rect> caption; // nothing: there are no words, or the question has the place of the figure
    const View* view = nullptr; // in the figure's place; null: the scene
};

[[nodiscard]] HallPlaces place_hall(const session::Snapshot& model, const WindowState& window, const Style& style);

// What can stand in the figure's place, one after the other by a key; null: the scene.
[[nodiscard]] std::vector<const View*> hall_figures(const session::Snapshot& model);
// The one after `shown`, which a cue or a key has chosen.
[[nodiscard]] const View* next_hall_figure(const session::Snapshot& model, const WindowState& window);

// The subtitle: size of its text and its lines. Wide is the strip.
struct HallWords {
    float size = 0.0F;
    std::vector<std::string> lines;
    float choices = 0.0F; // height of the answers below them, with the gap; 0: there are none
};
[[nodiscard]] HallWords hall_words(const session::Snapshot& model, float width, float window_height, const Style& style);
// Of the strip with these words.
[[nodiscard]] float hall_words_height(const HallWords& words, const Style& style);

// Of a question in the place of a figure; the painter has glyphs of that size.
[[nodiscard]] float question_size(const Style& style);

} // namespace warpstage::views
