// Where a scene shows the first wrong element of a refused kernel's result: a frame around it with its words beside it.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

// "out[2][33]: 0 instead of 0.5"
[[nodiscard]] std::string wrong_element_words(const session::WrongElement& element);
// "out[2][33]: 0 instead of 0.5, by lane 9 of warp 2", where that is known: for scenes that do not show the element itself.
[[nodiscard]] std::string wrong_thread_words(const session::WrongElement& element);

struct MatrixPlace {
    std::uint32_t row = 0;
    std::uint32_t column = 0;
};
// Of the element in this matrix; nothing where it is one of another buffer, or lies outside.
[[nodiscard]] std::optional<MatrixPlace> place_in(const session::MatrixFrame& matrix, const session::WrongElement& element);

// A frame that can be seen around a place of any size, crossed out.
void mark_wrong(Canvas& canvas, Rect place);
// That, and words beside it, within `room`.
void label_wrong(Canvas& canvas, Rect place, Rect room, const std::string& words);
// Words alone, at the top of the room.
void label_wrong(Canvas& canvas, Rect room, const std::string& words);

} // namespace warpstage::views
