// What the colours of bodies mean, and their line of explanation. Okabe-Ito hues, told apart without red-green vision.
#pragma once

#include "app/draw/draw_list.h"
#include "app/draw/style.h"
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
[[nodiscard]] std::array<draw::Color, 4> speed_colors(draw::Theme theme);
// Of blocks and warps, again and again.
[[nodiscard]] std::array<draw::Color, 6> worker_colors(draw::Theme theme);

// What the colours mean, in one line at the foot of the scene; `every`: so many bodies are drawn as one.
[[nodiscard]] draw::DrawList particle_legend(const session::ParticleFrame& frame, Coloring coloring, std::size_t every,
    std::uint64_t recorded_block, draw::Rect scene, const draw::Style& style);

} // namespace warpstage::stage
