#include "app/stage/gl/texture.h"

#include "core/base/verify.h"

#include <algorithm>
#include <array>
#include <bit>

namespace warpstage::stage::gl {

GLuint Texture::Kind::create()
{
    GLuint name = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &name);
    return name;
}

void Texture::Kind::destroy(GLuint name)
{
    glDeleteTextures(1, &name);
}

Texture::Texture(PixelSize size, GLenum format, Filter filter)
    : m_size(size)
{
    const GLint reading = filter == Filter::linear ? GL_LINEAR : GL_NEAREST;
    const bool mipmapped = filter == Filter::mipmapped;
    const auto longest = static_cast<unsigned>(std::max(size.width, size.height));
    const auto levels = mipmapped ? static_cast<GLsizei>(std::bit_width(longest)) : 1;
    glTextureStorage2D(m_handle.name(), levels, format, size.width, size.height);
    glTextureParameteri(m_handle.name(), GL_TEXTURE_MIN_FILTER, mipmapped ? GL_LINEAR_MIPMAP_LINEAR : reading);
    glTextureParameteri(m_handle.name(), GL_TEXTURE_MAG_FILTER, reading);
    glTextureParameteri(m_handle.name(), GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTextureParameteri(m_handle.name(), GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

void Texture::upload_bytes(std::span<const std::byte> pixels)
{
    VERIFY(pixels.size() == static_cast<std::size_t>(m_size.width) * static_cast<std::size_t>(m_size.height));
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTextureSubImage2D(m_handle.name(), 0, 0, 0, m_size.width, m_size.height, GL_RED, GL_UNSIGNED_BYTE, pixels.data());
}

void Texture::upload_floats(std::span<const float> pixels)
{
    VERIFY(pixels.size() == static_cast<std::size_t>(m_size.width) * static_cast<std::size_t>(m_size.height));
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTextureSubImage2D(m_handle.name(), 0, 0, 0, m_size.width, m_size.height, GL_RED, GL_FLOAT, pixels.data());
    glGenerateTextureMipmap(m_handle.name());
}

void Texture::read_red_as_alpha()
{
    const std::array<GLint, 4> swizzle { GL_ONE, GL_ONE, GL_ONE, GL_RED };
    glTextureParameteriv(m_handle.name(), GL_TEXTURE_SWIZZLE_RGBA, swizzle.data());
}

} // namespace warpstage::stage::gl
