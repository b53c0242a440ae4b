// A draw list cut into triangles and lying on the device, ready to be drawn again and again.
#pragma once

#include "app/stage/gl/buffer.h"
#include "app/stage/gl/vertex_array.h"

#include <cstddef>
#include <cstdint>
#include <vector>

struct ImDrawList;

namespace warpstage::stage {

class Mesh {
public:
    Mesh();

    void upload(const ImDrawList& list);
    void clear() { m_parts.clear(); }
    [[nodiscard]] bool empty() const { return m_parts.empty(); }
    // Program, texture and blending stand as the painter set them.
    void draw() const;

private:
    struct Part {
        std::int32_t count = 0; // of indices
        std::size_t first_index_byte = 0;
        std::int32_t first_vertex = 0;
    };
    gl::Buffer m_vertices;
    gl::Buffer m_indices;
    gl::VertexArray m_array;
    std::vector<Part> m_parts;
};

} // namespace warpstage::stage
