// The answers that the audience chooses from, side by side: key, text, result, and the votes as bars.
#pragma once

#include "app/views/view.h"

namespace warpstage::views {

// Whether a question with answers is shown now.
[[nodiscard]] bool is_choosing(const session::Snapshot& model);
// Height of all answers at that width; 0 without answers. Full texts, or one line each if space is limited.
enum class ChoiceLines : std::uint8_t { all, one };
// Whether a word of a text does not fit into one line.
[[nodiscard]] bool choices_break_words(const std::vector<std::string>& texts, float width, float size, const Style& style);
[[nodiscard]] float choices_height(
    const std::vector<std::string>& texts, float width, float size, const Style& style, ChoiceLines lines = ChoiceLines::all);
void draw_choices(
    Canvas& canvas, Rect place, const session::CueChoices& choices, float size, ChoiceLines lines = ChoiceLines::all);

} // namespace warpstage::views
