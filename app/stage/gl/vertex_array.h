// Which buffers feed which vertex attributes.
#pragma once

#include "app/stage/gl/buffer.h"
#include "app/stage/gl/handle.h"

namespace warpstage::stage::gl {

struct Attribute {
    GLuint location = 0;
    GLint components = 1;
    GLenum type = GL_FLOAT; // GL_UNSIGNED_BYTE arrives as 0..1
    GLuint offset = 0; // bytes from the start of a vertex
};

class VertexArray {
public:
    [[nodiscard]] GLuint name() const { return m_handle.name(); }

    void attach(GLuint binding, const Buffer& buffer, GLsizei stride);
    void describe(GLuint binding, const Attribute& attribute);
    void attach_indices(const Buffer& buffer);

private:
    struct Kind {
        static GLuint create();
        static void destroy(GLuint name);
    };
    Handle<Kind> m_handle;
};

} // namespace warpstage::stage::gl
