// The largest image that is drawn.
#pragma once

#include "app/stage/gl/pixels.h"

#include <algorithm>

namespace warpstage::stage::gl {

// Every device with OpenGL 4.5 draws images of this width and height: the least GL_MAX_TEXTURE_SIZE that it permits.
inline constexpr int kMaxSide = 16384;
// An image of this size needs 256 MiB for each copy with four bytes per pixel.
inline constexpr int kMaxPixels = 1 << 26;

// The part of a window that is drawn: all of it unless it is larger than the limits above.
[[nodiscard]] constexpr PixelSize drawable(PixelSize size)
{
    const int width = std::min(size.width, kMaxSide);
    return { width, std::min({ size.height, kMaxSide, kMaxPixels / std::max(width, 1) }) };
}

} // namespace warpstage::stage::gl
