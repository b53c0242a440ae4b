// Estimated width of a text, accurate enough for layout: no font file is opened. JetBrains Mono is exact; Inter is without
// kerning, which makes the estimate slightly too wide, and never too narrow by more than one percent.
#pragma once

#include "app/draw/draw_list.h"

#include <initializer_list>

namespace warpstage::draw {

inline constexpr float kCapitalHeight = 0.73F; // em, Inter and JetBrains Mono

// Chinese, Japanese, Korean and other characters that are as wide as they are high; in code they take two columns.
[[nodiscard]] bool is_wide(char32_t character);

[[nodiscard]] float glyph_width(char32_t character, Face face, float size);
[[nodiscard]] float text_width(std::string_view text, Face face, float size);

// Width to reserve for a text: painters round the advance of each glyph to whole pixels, which can add a few percent.
[[nodiscard]] float room_for(std::string_view text, Face face, float size);

// The first of the sizes, which are in descending order, at which the text fits into `room`; else the last.
[[nodiscard]] float fitting_size(std::string_view text, Face face, float room, std::initializer_list<float> sizes);

// The first of the texts, ordered from long to short, that fits into `room`; else the last.
[[nodiscard]] std::string fitting_words(const std::vector<std::string>& wordings, Face face, float size, float room);

// The text if it fits into `width`; else its first words that do, and an ellipsis. The whole text if not even one word fits.
[[nodiscard]] std::string first_words(std::string_view text, Face face, float size, float width);

// Of a text item, after a painter has shortened it to its max_width.
[[nodiscard]] float drawn_width(const Text& text);
// The area of a text item, from the height of capitals down to the descenders.
[[nodiscard]] Rect drawn_rect(const Text& text);

// At most `max_lines` lines that fit into `width`, broken at spaces and beside wide characters; the rest stays on the last line
// and is shortened by the painter.
[[nodiscard]] std::vector<std::string> wrap_text(
    std::string_view text, Face face, float size, float width, std::size_t max_lines);

} // namespace warpstage::draw
