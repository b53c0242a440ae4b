// The answers that an audience chooses from, side by side: key, text, what became of it, and the votes as bars.
#pragma once

#include "app/views/view.h"

namespace warpstage::views {

// A question with answers to choose from is asked now.
[[nodiscard]] bool is_choosing(const session::Snapshot& model);
// Of all texts in that width; 0: there are none.
// Whole texts, or where there is little room a line of each.
enum class ChoiceLines : std::uint8_t { all, one };
// Whether a word of a text has no room in a row of its own.
[[nodiscard]] bool choices_break_words(const std::vector<std::string>& texts, float width, float size, const Style& style);
[[nodiscard]] float choices_height(
    const std::vector<std::string>& texts, float width, float size, const Style& style, ChoiceLines lines = ChoiceLines::all);
void draw_choices(
    Canvas& canvas, Rect place, const session::CueChoices& choices, float size, ChoiceLines lines = ChoiceLines::all);

} // namespace warpstage::views
