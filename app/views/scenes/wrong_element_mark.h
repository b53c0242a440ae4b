// Marks the first wrong element of a refused kernel's result in a scene: a frame around it with a label beside it.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

// "out[2][33]: 0 instead of 0.5"
[[nodiscard]] std::string wrong_element_words(const session::WrongElement& element);
// "out[2][33]: 0 instead of 0.5, written by lane 9 of warp 2", if known: for scenes that do not show the element itself.
[[nodiscard]] std::string wrong_thread_words(const session::WrongElement& element);

struct MatrixPlace {
    std::uint32_t row = 0;
    std::uint32_t column = 0;
};
// Of the element in this matrix; empty if it belongs to another buffer or is outside.
[[nodiscard]] std::optional<MatrixPlace> place_in(const session::MatrixFrame& matrix, const session::WrongElement& element);

// A crossed-out frame that is visible around a place of any size.
void mark_wrong(Canvas& canvas, Rect place);
// The frame and a label beside it, within `room`.
void label_wrong(Canvas& canvas, Rect place, Rect room, const std::string& words);
// Only the label, at the top of the area.
void label_wrong(Canvas& canvas, Rect room, const std::string& words);

} // namespace warpstage::views
