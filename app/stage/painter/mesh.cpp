#include "app/stage/painter/mesh.h"

#include <imgui.h>

#include <span>

namespace warpstage::stage {

Mesh::Mesh()
{
    // shaders/overlay.vert: position, texture coordinate, colour.
    m_array.describe(0, { 0, 2, GL_FLOAT, static_cast<GLuint>(offsetof(ImDrawVert, pos)) });
    m_array.describe(0, { 1, 2, GL_FLOAT, static_cast<GLuint>(offsetof(ImDrawVert, uv)) });
    m_array.describe(0, { 2, 4, GL_UNSIGNED_BYTE, static_cast<GLuint>(offsetof(ImDrawVert, col)) });
    m_array.attach(0, m_vertices, sizeof(ImDrawVert));
    m_array.attach_indices(m_indices);
}

void Mesh::upload(const ImDrawList& list)
{
    m_vertices.upload(std::as_bytes(std::span(list.VtxBuffer.Data, static_cast<std::size_t>(list.VtxBuffer.Size))));
    m_indices.upload(std::as_bytes(std::span(list.IdxBuffer.Data, static_cast<std::size_t>(list.IdxBuffer.Size))));
    m_parts.clear();
    for (const ImDrawCmd& command : list.CmdBuffer)
        if (command.ElemCount > 0)
            m_parts.push_back({ static_cast<std::int32_t>(command.ElemCount), command.IdxOffset * sizeof(ImDrawIdx),
                static_cast<std::int32_t>(command.VtxOffset) });
}

void Mesh::draw() const
{
    static_assert(sizeof(ImDrawIdx) == 2);
    glBindVertexArray(m_array.name());
    for (const Part& part : m_parts)
        glDrawElementsBaseVertex(GL_TRIANGLES, part.count, GL_UNSIGNED_SHORT,
            reinterpret_cast<const void*>(part.first_index_byte), part.first_vertex); // NOLINT(performance-no-int-to-ptr)
}

} // namespace warpstage::stage
