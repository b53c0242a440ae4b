// Text as glyphs on a baseline: how wide it is, what is left of it in a given width. Pure: a face is a function from characters
// to widths.
#pragma once

#include "app/draw/draw_list.h"

namespace warpstage::draw {

// In pixels, at the size of the text.
using Advance = std::function<float(char32_t)>;

// The first character of a text that is not empty. A byte that begins no UTF-8 becomes U+FFFD.
struct Decoded {
    char32_t character = 0xfffd;
    std::size_t length = 1;
};
[[nodiscard]] Decoded decode_first(std::string_view text);
[[nodiscard]] std::vector<char32_t> decode_utf8(std::string_view text);
[[nodiscard]] std::string encode_utf8(std::span<const char32_t> characters);

struct TextLayout {
    std::vector<char32_t> characters;
    float width = 0.0F;
    bool shortened = false; // the last character is an ellipsis
};

// Where `max_width` > 0 and the text is wider: as many characters as fit with an ellipsis after them, spaces before it dropped.
[[nodiscard]] TextLayout lay_out(std::string_view text, float max_width, const Advance& advance);

// Where text of this width starts.
[[nodiscard]] float start_of(float anchor_x, float width, Align align);

} // namespace warpstage::draw
