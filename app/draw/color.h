// Arithmetic with colors: blending, and the contrast that determines legibility.
#pragma once

#include "app/draw/draw_list.h"

namespace warpstage::draw {

// `share` of `to` in `from`: 0 gives `from`, 1 gives `to`. Inputs and result are opaque.
[[nodiscard]] Color mix(Color from, Color to, float share);

// Color on a ramp, the first at 0 and the last at 1; interpolated and rounded down as mix() in a shader.
[[nodiscard]] Color ramp_color(std::span<const Color> ramp, double place);

// 1 to 21. Source: WCAG 2.2, "contrast ratio" and "relative luminance".
[[nodiscard]] double contrast_ratio(Color a, Color b);

// The ink, mixed with the smallest share of `text` that gives a contrast of 4.5:1 on the background (WCAG 2.2, level AA).
[[nodiscard]] Color legible(Color ink, Color ground, Color text);

} // namespace warpstage::draw
