#include "app/stage/gl/buffer.h"

#include "core/base/verify.h"

namespace warpstage::stage::gl {

GLuint Buffer::Kind::create()
{
    GLuint name = 0;
    glCreateBuffers(1, &name);
    return name;
}

void Buffer::Kind::destroy(GLuint name)
{
    glDeleteBuffers(1, &name);
}

void Buffer::allocate(std::size_t bytes)
{
    glNamedBufferData(m_handle.name(), static_cast<GLsizeiptr>(bytes), nullptr, GL_DYNAMIC_DRAW);
    const float zero = 0.0F;
    glClearNamedBufferData(m_handle.name(), GL_R32F, GL_RED, GL_FLOAT, &zero);
    m_bytes = bytes;
}

void Buffer::upload(std::span<const std::byte> content)
{
    // Room grows by half as much again, so that a picture that gets longer by and by does not allocate each time.
    if (content.size() > m_bytes)
        m_bytes = content.size() + content.size() / 2;
    glNamedBufferData(m_handle.name(), static_cast<GLsizeiptr>(m_bytes), nullptr, GL_STREAM_DRAW);
    glNamedBufferSubData(m_handle.name(), 0, static_cast<GLsizeiptr>(content.size()), content.data());
}

void Buffer::write(std::span<const std::byte> content)
{
    VERIFY(content.size() <= m_bytes);
    glNamedBufferSubData(m_handle.name(), 0, static_cast<GLsizeiptr>(content.size()), content.data());
}

} // namespace warpstage::stage::gl
