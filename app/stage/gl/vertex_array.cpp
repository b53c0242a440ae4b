#include "app/stage/gl/vertex_array.h"

namespace warpstage::stage::gl {

GLuint VertexArray::Kind::create()
{
    GLuint name = 0;
    glCreateVertexArrays(1, &name);
    return name;
}

void VertexArray::Kind::destroy(GLuint name)
{
    glDeleteVertexArrays(1, &name);
}

void VertexArray::attach(GLuint binding, const Buffer& buffer, GLsizei stride)
{
    glVertexArrayVertexBuffer(m_handle.name(), binding, buffer.name(), 0, stride);
}

void VertexArray::describe(GLuint binding, const Attribute& attribute)
{
    const GLboolean normalized = attribute.type == GL_UNSIGNED_BYTE ? GL_TRUE : GL_FALSE;
    glEnableVertexArrayAttrib(m_handle.name(), attribute.location);
    glVertexArrayAttribFormat(
        m_handle.name(), attribute.location, attribute.components, attribute.type, normalized, attribute.offset);
    glVertexArrayAttribBinding(m_handle.name(), attribute.location, binding);
}

void VertexArray::attach_indices(const Buffer& buffer)
{
    glVertexArrayElementBuffer(m_handle.name(), buffer.name());
}

} // namespace warpstage::stage::gl
