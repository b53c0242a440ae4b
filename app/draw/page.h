// The parts around the picture of an exported figure: the heading above; the key to the marks and the sentence below.
#pragma once

#include "app/draw/canvas.h"
#include "app/draw/marks.h"

namespace warpstage::draw {

struct KeyEntry {
    std::string words;
    std::function<void(Canvas&, Rect)> draw; // draws the mark into a small rectangle
    float breadth = 1.0F; // width of the mark, relative to its height
};
// Common marks of keys: a box that is filled, outlined or both; a stroke from side to side.
[[nodiscard]] KeyEntry key_box(std::string words, std::optional<Color> fill, std::optional<Color> outline, float radius = 0.0F);
[[nodiscard]] KeyEntry key_stroke(std::string words, Color color, Dash dash, float breadth = 2.0F, float width = 2.4F);

struct PageWords {
    std::string title;
    std::string subtitle; // after the title; loses its last parts, separated by " · ", if space is limited
    Headline headline {};
    std::vector<std::string> sentence {}; // the result, in texts from the longest to the shortest
};

// Draws the texts and returns the place for the picture. Texts that do not fit beside a picture of `min_height` are omitted:
// the second lines first, then the sentence, then the key.
[[nodiscard]] Rect draw_page(Canvas& canvas, const PageWords& words, const std::vector<KeyEntry>& key, float min_height);
// The complete figure if there is no picture: states why.
[[nodiscard]] DrawList empty_page(Canvas canvas, const PageWords& words, const std::string& reason);

// The label of a row with or without excess: "5 sectors, ideal 4" in vermilion, "4 sectors, ideal" in green with a tick. If the
// minimum is reached but a part is still unused, the label is neutral: "1 sector, ideal 1".
enum class Waste : std::uint8_t { none, some };
[[nodiscard]] Headline excess_headline(
    const Style& style, std::uint64_t count, std::uint64_t ideal, const std::string& noun, Waste waste = Waste::none);

} // namespace warpstage::draw
