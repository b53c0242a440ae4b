// How frames are rendered.
#pragma once

#include <cstdint>

namespace warpstage::stage {

enum class Drawing : std::uint8_t {
    graphics, // with shaders, whole frames: for a GPU
    processor, // on the CPU, only changed regions: if OpenGL itself is rendered in software
};

} // namespace warpstage::stage
