// What stands in words and colors over bodies and matrices that the stage draws: what they show, and what of it is wrong.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

enum class Coloring : std::uint8_t { // as shaders/particles.vert counts
    speed,
    block, // that computes the body
    thread, // of its block: a hue per warp, a shade per lane
};

// speed, block, thread, speed …
[[nodiscard]] Coloring next_coloring(Coloring coloring);

// Slow to fast.
[[nodiscard]] std::array<Color, 4> speed_colors(Theme theme);
// Of blocks and warps, again and again. Okabe-Ito hues, distinguishable without red-green vision.
[[nodiscard]] std::array<Color, 6> worker_colors(Theme theme);

// What the colors mean, in one line at the foot of the scene; `every`: so many bodies are drawn as one.
[[nodiscard]] DrawList particle_legend(const session::ParticleFrame& frame, Coloring coloring, std::size_t every,
    std::uint64_t recorded_block, Rect scene, const Style& style);

// The body whose place or speed a refused kernel computed wrongly first: a mark around it and words beside it, within `scene`.
// `at`: where it is drawn; nothing: nobody knows.
[[nodiscard]] DrawList wrong_body_picture(
    const session::WrongElement& element, const std::optional<Point>& at, Rect scene, const Style& style);

// A thin frame around a matrix whose image lies at `image`, what it shows, in words, and the element of it that is wrong; null:
// none. An element outside of the scene is named all the same.
[[nodiscard]] DrawList matrix_caption(
    const session::MatrixFrame& frame, Rect image, const session::WrongElement* wrong, Rect scene, const Style& style);

} // namespace warpstage::views
