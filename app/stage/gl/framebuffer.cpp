#include "app/stage/gl/framebuffer.h"

#include "core/base/verify.h"

namespace warpstage::stage::gl {

GLuint Framebuffer::Kind::create()
{
    GLuint name = 0;
    glCreateFramebuffers(1, &name);
    return name;
}

void Framebuffer::Kind::destroy(GLuint name)
{
    glDeleteFramebuffers(1, &name);
}

Framebuffer::Framebuffer(PixelSize size, GLenum format)
    : m_color(size, format, Filter::linear)
{
    glNamedFramebufferTexture(m_handle.name(), GL_COLOR_ATTACHMENT0, m_color.name(), 0);
    VERIFY(glCheckNamedFramebufferStatus(m_handle.name(), GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE);
}

void Framebuffer::upload(std::span<const std::byte> pixels)
{
    const PixelSize size = m_color.size();
    VERIFY(pixels.size() == 4 * static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height));
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTextureSubImage2D(m_color.name(), 0, 0, 0, size.width, size.height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
}

} // namespace warpstage::stage::gl
