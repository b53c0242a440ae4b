// What every figure for a slide must hold at every size, scale and theme: nothing outside, no text on another, and no text so
// small or so pale that it cannot be read.
#pragma once

#include "app/draw/draw_list.h"
#include "app/draw/style.h"

#include <functional>
#include <string>

namespace warpstage::draw::testing {

using Draw = std::function<DrawList(Size, const Style&)>;

// Draws at the sizes of a slide, half a slide, a panel and a stamp, at scales 1 to 2, dark and light; each fault fails the test.
void expect_tidy(const std::string& name, const Draw& draw);

// A name of 60 characters.
[[nodiscard]] std::string long_name();

} // namespace warpstage::draw::testing
