// The target of frames: a window, or a framebuffer without a display. Owns the OpenGL context, which is current on the thread
// that created it.
#pragma once

#include "app/stage/gl/objects.h"

#include <glad/gl.h>

namespace warpstage::stage {

class Surface {
public:
    Surface() = default;
    Surface(const Surface&) = delete;
    Surface& operator=(const Surface&) = delete;
    virtual ~Surface() = default;

    // In pixels; zero while a window is minimized.
    [[nodiscard]] virtual gl::PixelSize size() const = 0;
    // A request: a window may get another size or keep its size. Zero: as if minimized, if supported.
    virtual void resize(gl::PixelSize size) = 0;
    // The framebuffer to draw a frame into.
    [[nodiscard]] virtual GLuint framebuffer() const = 0;
    // Pixels per point of the system's own text: 1, or 2 on a high-density screen.
    [[nodiscard]] virtual float content_scale() const = 0;
    // Shows the completed frame.
    virtual void present() = 0;
    // Called instead of present() if nothing has changed. Waits as long as present() would.
    virtual void skip() = 0;
    // Replaces a lost context: all objects of the old context must be deleted before and then created again. Errors: the
    // driver provides no context now; renew() may be called again later.
    [[nodiscard]] virtual Result<void> renew() = 0;
};

// OpenGL without a display server, through EGL: on a GPU server, in a test, for a screenshot from a script. Takes the first
// device that provides OpenGL 4.5 core: NVIDIA devices (which CUDA can share buffers with) before others, software last. Errors:
// no EGL; no device with OpenGL 4.5.
[[nodiscard]] Result<std::unique_ptr<Surface>> open_offscreen_surface(gl::PixelSize size);

} // namespace warpstage::stage
