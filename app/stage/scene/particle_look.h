// How large and how bright bodies are drawn, whoever draws them.
#pragma once

#include "app/draw/style.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace warpstage::stage {

inline constexpr float kEyeDistance = 2.8F; // radii of the world

// Trails: a body's light fades from place to place, so that a long one costs no more attention than a short one.
inline constexpr float kTrailLight = 0.30F;
inline constexpr float kTrailDiameter = 0.4F;

struct SpriteLook {
    float diameter = 8.0F; // pixels
    float intensity = 1.0F;
};

// Many bodies are drawn smaller and dimmer, so that the whole stays a cloud and not a blot. `magnification` of the camera,
// `lines` of the window.
[[nodiscard]] SpriteLook sprite_for(std::size_t count, float magnification, int lines, const draw::Style& style);

// Red, green and blue of each colour, 0..1, as light; ink is told by what it swallows.
template <std::size_t count>
[[nodiscard]] std::array<float, 3 * count> channels_of(const std::array<draw::Color, count>& colors, draw::Theme theme)
{
    std::array<float, 3 * count> values {};
    for (std::size_t i = 0; i < count; ++i) {
        const draw::Color color = colors.at(i);
        const std::array<std::uint8_t, 3> channels { color.r, color.g, color.b };
        for (std::size_t c = 0; c < 3; ++c) {
            const float value = static_cast<float>(channels.at(c)) / 255.0F;
            values.at(3 * i + c) = draw::is_dark(theme) ? value : 1.0F - value;
        }
    }
    return values;
}

} // namespace warpstage::stage
