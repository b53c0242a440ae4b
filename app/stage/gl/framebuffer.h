// A texture that can be drawn into.
#pragma once

#include "app/stage/gl/handle.h"
#include "app/stage/gl/texture.h"

#include <cstddef>
#include <span>

namespace warpstage::stage::gl {

class Framebuffer {
public:
    // `format` as of Texture; one that OpenGL 4.5 guarantees to be drawable.
    Framebuffer(PixelSize size, GLenum format);

    [[nodiscard]] GLuint name() const { return m_handle.name(); }
    [[nodiscard]] const Texture& color() const { return m_color; }
    [[nodiscard]] PixelSize size() const { return m_color.size(); }
    // All pixels of one in GL_RGBA8, rows from the bottom up.
    void upload(std::span<const std::byte> pixels);

private:
    struct Kind {
        static GLuint create();
        static void destroy(GLuint name);
    };
    Texture m_color;
    Handle<Kind> m_handle;
};

} // namespace warpstage::stage::gl
