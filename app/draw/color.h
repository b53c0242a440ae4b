// Arithmetic with colours: blending, and the contrast by which legibility is judged.
#pragma once

#include "app/draw/draw_list.h"

namespace warpstage::draw {

// `share` of `to` in `from`: 0 gives `from`, 1 gives `to`. Opaque colours in, an opaque colour out.
[[nodiscard]] Color mix(Color from, Color to, float share);

// On a ramp of colors, the first at 0 and the last at 1: between two of them, rounded down as a shader's mix() is.
[[nodiscard]] Color ramp_color(std::span<const Color> ramp, double place);

// 1 to 21. Source: WCAG 2.2, "contrast ratio" and "relative luminance".
[[nodiscard]] double contrast_ratio(Color a, Color b);

// The ink, with as much of `text` in it as it needs to be read on the ground: 4.5:1, WCAG 2.2, level AA.
[[nodiscard]] Color legible(Color ink, Color ground, Color text);

} // namespace warpstage::draw
