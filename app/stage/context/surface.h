// Where frames go: a window, or a framebuffer without any display. Owns the OpenGL context, which is current on the thread that
// made it.
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
    // A wish: a window may become another size, or stay as it is. Zero: as if it were minimized, where that can be.
    virtual void resize(gl::PixelSize size) = 0;
    // What to draw a frame into.
    [[nodiscard]] virtual GLuint framebuffer() const = 0;
    // How many pixels the system wants for one point of its own texts: 1, or 2 on a dense screen.
    [[nodiscard]] virtual float content_scale() const = 0;
    // The frame is complete.
    virtual void present() = 0;
    // Instead of present(): there is nothing new to show. Waits as long as that would have.
    virtual void skip() = 0;
    // A new context instead of one that was lost: whatever lived in the old one must be gone already, and is to be made again.
    // Errors: the driver gives none now; the surface then stays without, and renew() may be called again later.
    [[nodiscard]] virtual Result<void> renew() = 0;
};

// OpenGL without a display server, through EGL: on a GPU server, in a test, for a screenshot from a script. Takes the first
// device that gives OpenGL 4.5 core: NVIDIA's (which CUDA can share buffers with) before others, software last. Errors: no EGL on
// the machine; no device with OpenGL 4.5.
[[nodiscard]] Result<std::unique_ptr<Surface>> open_offscreen_surface(gl::PixelSize size);

} // namespace warpstage::stage
