// Where frames go: a window, or a framebuffer without any display. Owns the OpenGL context, which is current on the thread that
// made it.
#pragma once

#include "app/stage/gl/objects.h"
#include "core/base/result.h"

#include <glad/gl.h>

#include <string>
#include <string_view>

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

// Of the current context: GL_RENDERER and GL_VERSION.
struct RendererName {
    std::string renderer;
    std::string version;
    bool software = false; // the processor draws: spare pixels
};
[[nodiscard]] RendererName current_renderer();
// Whether a GL_RENDERER of that name is a program for the processor.
[[nodiscard]] bool draws_on_processor(std::string_view renderer);

// The driver has lost the current context, with all that was in it. Never where it cannot report it.
[[nodiscard]] bool context_lost();

} // namespace warpstage::stage
