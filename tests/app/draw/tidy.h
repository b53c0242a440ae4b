// Requirements for exported figures at every size, scale and theme: nothing outside, no overlapping texts, and no text that is
// too small or has too little contrast.
#pragma once

#include "app/draw/draw_list.h"
#include "app/draw/style.h"

#include <functional>
#include <string>

namespace warpstage::draw::testing {

using Draw = std::function<DrawList(Size, const Style&)>;

// Draws at the sizes of a slide, half a slide, a panel and a thumbnail, at scales 1 to 2, dark and light; each error fails the
// test.
void expect_tidy(const std::string& name, const Draw& draw);

// A name of 60 characters.
[[nodiscard]] std::string long_name();

} // namespace warpstage::draw::testing
