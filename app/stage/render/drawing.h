// Who makes the pictures of the scene.
#pragma once

#include <cstdint>

namespace warpstage::stage {

enum class Drawing : std::uint8_t {
    graphics, // shaders, a whole frame each time: for a GPU
    processor, // loops of ours, and only what has changed: where OpenGL itself is a program for the processor
};

} // namespace warpstage::stage
