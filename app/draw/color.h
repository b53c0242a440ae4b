// Arithmetic with colours: blending, and the contrast by which legibility is judged.
#pragma once

#include "app/draw/draw_list.h"

namespace warpstage::draw {

// `share` of `to` in `from`: 0 gives `from`, 1 gives `to`. Opaque colours in, an opaque colour out.
[[nodiscard]] Color mix(Color from, Color to, float share);

// 1 to 21. Source: WCAG 2.2, "contrast ratio" and "relative luminance".
[[nodiscard]] double contrast_ratio(Color a, Color b);

// The ink, with as much of `text` in it as it needs to be read on the ground: 4.5:1, WCAG 2.2, level AA.
[[nodiscard]] Color legible(Color ink, Color ground, Color text);

} // namespace warpstage::draw
