// Sizes and colors of images, without OpenGL.
#pragma once

#include "app/stage/standard.h"

namespace warpstage::stage::gl {

struct PixelSize {
    int width = 0;
    int height = 0;

    bool operator==(const PixelSize&) const = default;
};

// Red, green and blue, 0..1.
[[nodiscard]] inline std::array<float, 3> channels(draw::Color color)
{
    return { static_cast<float>(color.r) / 255.0F, static_cast<float>(color.g) / 255.0F, static_cast<float>(color.b) / 255.0F };
}

} // namespace warpstage::stage::gl
