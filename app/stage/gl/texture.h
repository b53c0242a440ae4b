// A two-dimensional texture: a font atlas, the target of a pass or a matrix.
#pragma once

#include "app/stage/gl/handle.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace warpstage::stage::gl {

struct PixelSize {
    int width = 0;
    int height = 0;

    bool operator==(const PixelSize&) const = default;
};

enum class Filter : std::uint8_t {
    linear,
    nearest,
    mipmapped, // reduced: means of all levels; enlarged: whole texels. The only one with more than one level
};

class Texture {
public:
    // `format` is sized: GL_RGBA16F, GL_RGBA8, GL_R8. Clamped at the edges.
    Texture(PixelSize size, GLenum format, Filter filter);

    [[nodiscard]] GLuint name() const { return m_handle.name(); }
    [[nodiscard]] PixelSize size() const { return m_size; }

    // All pixels, one byte each, for GL_R8.
    void upload_bytes(std::span<const std::byte> pixels);
    // All pixels, row after row, for GL_R32F; makes the smaller levels as well.
    void upload_floats(std::span<const float> pixels);
    // What a shader sees: white with the texture's red channel as alpha.
    void read_red_as_alpha();

private:
    struct Kind {
        static GLuint create();
        static void destroy(GLuint name);
    };
    Handle<Kind> m_handle;
    PixelSize m_size;
};

} // namespace warpstage::stage::gl
