// OpenGL without a display server, through EGL: on a GPU server, in a test, for a screenshot from a script.
#pragma once

#include "app/stage/context/surface.h"
#include "core/base/result.h"

#include <memory>

namespace warpstage::stage {

// Takes the first device that gives OpenGL 4.5 core: NVIDIA's (which CUDA can share buffers with) before others, software last.
// Errors: no EGL on the machine; no device with OpenGL 4.5.
[[nodiscard]] Result<std::unique_ptr<Surface>> open_offscreen_surface(gl::PixelSize size);

} // namespace warpstage::stage
