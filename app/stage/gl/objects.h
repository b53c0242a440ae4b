// OpenGL objects with unique ownership: movable, not copyable.
#pragma once

#include "app/stage/gl/pixels.h"

#include <glad/gl.h>

#include <type_traits>

namespace warpstage::stage::gl {

// The name of an object that is created and deleted with glad's functions `create` and `destroy`.
template <auto& create, auto& destroy> class Handle {
public:
    Handle()
    {
        if constexpr (std::is_invocable_v<decltype(create), GLsizei, GLuint*>)
            create(1, &m_name);
        else if constexpr (std::is_invocable_v<decltype(create), GLenum, GLsizei, GLuint*>)
            create(GL_TEXTURE_2D, 1, &m_name);
        else
            m_name = create();
    }
    Handle(Handle&& other) noexcept
        : m_name(std::exchange(other.m_name, 0))
    {
    }
    Handle& operator=(Handle&& other) noexcept
    {
        std::swap(m_name, other.m_name);
        return *this;
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle()
    {
        if (m_name == 0)
            return;
        if constexpr (std::is_invocable_v<decltype(destroy), GLsizei, const GLuint*>)
            destroy(1, &m_name);
        else
            destroy(m_name);
    }

    [[nodiscard]] GLuint name() const { return m_name; }

private:
    GLuint m_name = 0;
};

// A vertex, index or uniform buffer on the device.
class Buffer : public Handle<glad_glCreateBuffers, glad_glDeleteBuffers> {
public:
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }

    // Allocates `bytes`, zeroed. The memory does not move until the next call, so that CUDA can register it.
    void allocate(std::size_t bytes);
    // Replaces the content. Reallocates if the content is larger than the buffer; a frame in progress keeps the old content.
    void upload(std::span<const std::byte> content);
    // Overwrites the start of the buffer in place; the buffer must be large enough.
    void write(std::span<const std::byte> content);

private:
    std::size_t m_bytes = 0;
};

enum class Filter : std::uint8_t {
    linear,
    nearest,
    mipmapped, // minified: mipmaps; magnified: nearest texel. The only filter with more than one level
};

// A two-dimensional texture: a font atlas, a render target, or a matrix.
class Texture : public Handle<glad_glCreateTextures, glad_glDeleteTextures> {
public:
    // `format` is a sized format: GL_RGBA16F, GL_RGBA8, GL_R8. Clamped at the edges.
    Texture(PixelSize size, GLenum format, Filter filter);

    [[nodiscard]] PixelSize size() const { return m_size; }

    // Sets all pixels, rows from the bottom: `format` is GL_RED or GL_RGBA, `type` is GL_UNSIGNED_BYTE or GL_FLOAT.
    void upload(std::span<const std::byte> pixels, GLenum format, GLenum type);
    // Sets a part of a texture with one channel.
    void upload_part(int x, int y, PixelSize size, std::span<const std::byte> pixels);
    // Generates the mipmaps.
    void make_levels() { glGenerateTextureMipmap(name()); }
    // Lets shaders read white with the texture's red channel as alpha.
    void read_red_as_alpha();

private:
    PixelSize m_size;
};

// A texture that is a render target.
class Framebuffer : public Handle<glad_glCreateFramebuffers, glad_glDeleteFramebuffers> {
public:
    // `format` as in Texture; must be renderable in OpenGL 4.5.
    Framebuffer(PixelSize size, GLenum format);

    [[nodiscard]] Texture& color() { return m_color; }
    [[nodiscard]] const Texture& color() const { return m_color; }
    [[nodiscard]] PixelSize size() const { return m_color.size(); }

private:
    Texture m_color;
};

struct Attribute {
    GLuint location = 0;
    GLint components = 1;
    GLenum type = GL_FLOAT; // GL_UNSIGNED_BYTE is normalized to 0..1
    GLuint offset = 0; // offset in bytes within a vertex
};

// The buffers of the vertex attributes.
class VertexArray : public Handle<glad_glCreateVertexArrays, glad_glDeleteVertexArrays> {
public:
    void attach(GLuint binding, const Buffer& buffer, GLsizei stride);
    void describe(GLuint binding, const Attribute& attribute);
    // A buffer with one float per vertex.
    void feed(GLuint location, const Buffer& column, GLsizei stride = sizeof(float))
    {
        describe(location, { location, 1, GL_FLOAT, 0 });
        attach(location, column, stride);
    }
    void attach_indices(const Buffer& buffer) { glVertexArrayElementBuffer(name(), buffer.name()); }
};

// A linked program of a vertex and a fragment shader, loaded from files.
class Program : public Handle<glad_glCreateProgram, glad_glDeleteProgram> {
public:
    // Errors: a file cannot be read, a shader does not compile, the pair does not link; with the compiler's log.
    [[nodiscard]] static Result<Program> load(const std::filesystem::path& vertex, const std::filesystem::path& fragment);

    void use() const { glUseProgram(name()); }

    // Sets uniforms by the location in the shader: layout(location = n).
    void set(GLint location, float value) const { glProgramUniform1f(name(), location, value); }
    void set(GLint location, int value) const { glProgramUniform1i(name(), location, value); }
    void set(GLint location, float x, float y) const { glProgramUniform2f(name(), location, x, y); }
    // One or several vec3.
    void set(GLint location, std::span<const float> values) const
    {
        glProgramUniform3fv(name(), location, static_cast<GLsizei>(values.size() / 3), values.data());
    }

private:
    Program() = default;
};

// Restricts drawing to a part of the window during its lifetime.
class Scissor {
public:
    // `rect` in pixels from the top left, enlarged to whole pixels; `size`: that of the framebuffer.
    Scissor(const draw::Rect& rect, PixelSize size);
    Scissor(const Scissor&) = delete;
    Scissor& operator=(const Scissor&) = delete;
    ~Scissor() { glDisable(GL_SCISSOR_TEST); }
};

} // namespace warpstage::stage::gl
