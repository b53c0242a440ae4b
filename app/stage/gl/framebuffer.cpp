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

} // namespace warpstage::stage::gl
