#include "app/stage/gl/objects.h"

#include "core/base/verify.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace warpstage::stage::gl {

std::array<float, 3> channels(draw::Color color)
{
    return { static_cast<float>(color.r) / 255.0F, static_cast<float>(color.g) / 255.0F, static_cast<float>(color.b) / 255.0F };
}

void Buffer::allocate(std::size_t bytes)
{
    glNamedBufferData(name(), static_cast<GLsizeiptr>(bytes), nullptr, GL_DYNAMIC_DRAW);
    const float zero = 0.0F;
    glClearNamedBufferData(name(), GL_R32F, GL_RED, GL_FLOAT, &zero);
    m_bytes = bytes;
}

void Buffer::upload(std::span<const std::byte> content)
{
    // Room grows by half as much again, so that a picture that gets longer by and by does not allocate each time.
    if (content.size() > m_bytes)
        m_bytes = content.size() + content.size() / 2;
    glNamedBufferData(name(), static_cast<GLsizeiptr>(m_bytes), nullptr, GL_STREAM_DRAW);
    write(content);
}

void Buffer::write(std::span<const std::byte> content)
{
    VERIFY(content.size() <= m_bytes);
    glNamedBufferSubData(name(), 0, static_cast<GLsizeiptr>(content.size()), content.data());
}

Texture::Texture(PixelSize size, GLenum format, Filter filter)
    : m_size(size)
{
    const GLint reading = filter == Filter::linear ? GL_LINEAR : GL_NEAREST;
    const bool mipmapped = filter == Filter::mipmapped;
    const auto longest = static_cast<unsigned>(std::max(size.width, size.height));
    const auto levels = mipmapped ? static_cast<GLsizei>(std::bit_width(longest)) : 1;
    glTextureStorage2D(name(), levels, format, size.width, size.height);
    glTextureParameteri(name(), GL_TEXTURE_MIN_FILTER, mipmapped ? GL_LINEAR_MIPMAP_LINEAR : reading);
    glTextureParameteri(name(), GL_TEXTURE_MAG_FILTER, reading);
    glTextureParameteri(name(), GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTextureParameteri(name(), GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

void Texture::upload(std::span<const std::byte> pixels, GLenum format, GLenum type)
{
    const std::size_t bytes = (format == GL_RGBA ? 4U : 1U) * (type == GL_FLOAT ? sizeof(float) : 1U);
    VERIFY(pixels.size() == bytes * static_cast<std::size_t>(m_size.width) * static_cast<std::size_t>(m_size.height));
    glPixelStorei(GL_UNPACK_ALIGNMENT, bytes % 4 == 0 ? 4 : 1);
    glTextureSubImage2D(name(), 0, 0, 0, m_size.width, m_size.height, format, type, pixels.data());
}

void Texture::read_red_as_alpha()
{
    const std::array<GLint, 4> swizzle { GL_ONE, GL_ONE, GL_ONE, GL_RED };
    glTextureParameteriv(name(), GL_TEXTURE_SWIZZLE_RGBA, swizzle.data());
}

Framebuffer::Framebuffer(PixelSize size, GLenum format)
    : m_color(size, format, Filter::linear)
{
    glNamedFramebufferTexture(name(), GL_COLOR_ATTACHMENT0, m_color.name(), 0);
    VERIFY(glCheckNamedFramebufferStatus(name(), GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE);
}

void VertexArray::attach(GLuint binding, const Buffer& buffer, GLsizei stride)
{
    glVertexArrayVertexBuffer(name(), binding, buffer.name(), 0, stride);
}

void VertexArray::describe(GLuint binding, const Attribute& attribute)
{
    const GLboolean normalized = attribute.type == GL_UNSIGNED_BYTE ? GL_TRUE : GL_FALSE;
    glEnableVertexArrayAttrib(name(), attribute.location);
    glVertexArrayAttribFormat(name(), attribute.location, attribute.components, attribute.type, normalized, attribute.offset);
    glVertexArrayAttribBinding(name(), attribute.location, binding);
}

Scissor::Scissor(const draw::Rect& rect, PixelSize size)
{
    const auto bounded = [](float value, int limit) {
        return std::clamp(static_cast<int>(value), 0, limit);
    };
    const int left = bounded(std::floor(rect.x), size.width);
    const int top = bounded(std::floor(rect.y), size.height);
    const int right = bounded(std::ceil(rect.right()), size.width);
    const int bottom = bounded(std::ceil(rect.bottom()), size.height);
    glEnable(GL_SCISSOR_TEST);
    glScissor(left, size.height - bottom, std::max(0, right - left), std::max(0, bottom - top));
}

} // namespace warpstage::stage::gl
