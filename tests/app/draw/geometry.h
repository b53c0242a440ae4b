// Queries of pictures for tests: positions of items, texts, and overlaps of texts.
#pragma once

#include "app/draw/draw_list.h"

#include <string>
#include <string_view>
#include <vector>

namespace warpstage::draw::testing {

using draw::bounds_of;
using draw::inside;

[[nodiscard]] bool overlap(Rect a, Rect b);

[[nodiscard]] std::vector<Text> texts_of(const DrawList& picture);
[[nodiscard]] bool says(const DrawList& picture, std::string_view words); // in one text, as a part of it
// The first text that contains `words`; without one the test fails.
[[nodiscard]] Text text_with(const DrawList& picture, std::string_view words);
// How many items other than texts have this color.
[[nodiscard]] std::size_t count_color(const DrawList& picture, Color color);

// One sentence per error; empty without errors.
[[nodiscard]] std::vector<std::string> outside_items(const DrawList& picture);
[[nodiscard]] std::vector<std::string> colliding_texts(const DrawList& picture);

// From the lowest to the topmost.
[[nodiscard]] std::vector<Tip> tips_of(const DrawList& list);

} // namespace warpstage::draw::testing
