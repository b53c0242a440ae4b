// Labels and color keys over bodies and matrices that the stage draws: what they show, and wrong elements.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

enum class Coloring : std::uint8_t { // same order as in shaders/particles.vert
    speed,
    block, // block that computes the body
    thread, // of its block: one hue per warp, one shade per lane
};

// speed, block, thread, speed …
[[nodiscard]] Coloring next_coloring(Coloring coloring);

// Slow to fast.
[[nodiscard]] std::array<Color, 4> speed_colors(Theme theme);
// Colors of blocks and warps, repeated. Okabe-Ito hues, distinguishable without red-green vision.
[[nodiscard]] std::array<Color, 6> worker_colors(Theme theme);

// The meaning of the colors, in one line at the bottom of the scene; `every`: number of bodies per drawn body.
[[nodiscard]] DrawList particle_legend(const session::ParticleFrame& frame, Coloring coloring, std::size_t every,
    std::uint64_t recorded_block, Rect scene, const Style& style);

// The first body whose position or velocity a refused kernel computed wrongly: a mark around it and a label beside it, within
// `scene`. `at`: where it is drawn; empty: unknown.
[[nodiscard]] DrawList wrong_body_picture(
    const session::WrongElement& element, const std::optional<Point>& at, Rect scene, const Style& style);

// A thin frame around a matrix whose image is at `image`, its label, and its wrong element; null: none. An element outside the
// scene is labeled, too.
[[nodiscard]] DrawList matrix_caption(
    const session::MatrixFrame& frame, Rect image, const session::WrongElement* wrong, Rect scene, const Style& style);

} // namespace warpstage::views
