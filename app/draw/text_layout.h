// Text as glyphs on a baseline: its width, and its shortened form for a given width. Pure: a face is a function from characters
// to widths.
#pragma once

#include "app/draw/draw_list.h"

namespace warpstage::draw {

// In pixels, at the size of the text.
using Advance = std::function<float(char32_t)>;

// The first character of a non-empty text. A byte that begins no UTF-8 sequence becomes U+FFFD.
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

// If `max_width` > 0 and the text is wider: as many characters as fit, followed by an ellipsis; spaces before the ellipsis are
// removed.
[[nodiscard]] TextLayout lay_out(std::string_view text, float max_width, const Advance& advance);

// Left end of a text of this width.
[[nodiscard]] float start_of(float anchor_x, float width, Align align);

} // namespace warpstage::draw
