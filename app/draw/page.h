// What stands around the picture of a figure made for a slide: heading above; key to the marks and sentence below.
#pragma once

#include "app/draw/canvas.h"
#include "app/draw/marks.h"

namespace warpstage::draw {

struct KeyEntry {
    std::string words;
    std::function<void(Canvas&, Rect)> draw; // the mark, into a small rectangle
    float breadth = 1.0F; // of the mark, in heights
};
// Marks of which many keys are made: a box that is filled, or has an outline, or both; a stroke from side to side.
[[nodiscard]] KeyEntry key_box(std::string words, std::optional<Color> fill, std::optional<Color> outline, float radius = 0.0F);
[[nodiscard]] KeyEntry key_stroke(std::string words, Color color, Dash dash, float breadth = 2.0F, float width = 2.4F);

struct PageWords {
    std::string title;
    std::string subtitle; // after the title; loses its last parts, " · ", where room is short
    Headline headline {};
    std::vector<std::string> sentence {}; // what is to be seen, in wordings from the longest to the shortest
};

// Draws the words and returns the place for the picture. What has no room beside a picture of `least_height` is left out: the
// second lines first, then the sentence, and the key last.
[[nodiscard]] Rect draw_page(Canvas& canvas, const PageWords& words, const std::vector<KeyEntry>& key, float least_height);
// The whole figure where there is no picture: why.
[[nodiscard]] DrawList empty_page(Canvas canvas, const PageWords& words, const std::string& reason);

// The words of a row that has an excess or none: "5 sectors, ideal 4" in vermilion, "4 sectors, ideal" in green with a tick. As
// few as possible that still waste something are neither: "1 sector, ideal 1".
enum class Waste : std::uint8_t { none, some };
[[nodiscard]] Headline excess_headline(
    const Style& style, std::uint64_t count, std::uint64_t ideal, const std::string& noun, Waste waste = Waste::none);

} // namespace warpstage::draw
