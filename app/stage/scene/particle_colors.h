// What the colours of bodies mean, and their line of explanation. Okabe-Ito hues, told apart without red-green vision.
#pragma once

#include "app/figure/draw_list.h"
#include "app/figure/style.h"
#include "core/session/snapshot.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace warpstage::stage {

enum class Coloring : std::uint8_t {
    speed,
    block, // that computes the body
    thread, // of its block: a hue a warp, a shade a lane
};

// speed, block, thread, speed …
[[nodiscard]] Coloring next_coloring(Coloring coloring);

// Slow to fast.
[[nodiscard]] std::array<figure::Color, 4> speed_colors(figure::Theme theme);
// Of blocks and warps, again and again.
[[nodiscard]] std::array<figure::Color, 6> worker_colors(figure::Theme theme);

// What the colours mean, in one line at the foot of the scene; `every`: so many bodies are drawn as one.
[[nodiscard]] figure::DrawList particle_legend(const session::ParticleFrame& frame, Coloring coloring, std::size_t every,
    std::uint64_t recorded_block, figure::Rect scene, const figure::Style& style);

} // namespace warpstage::stage
