// A draw list tessellated and stored on the GPU, to be drawn repeatedly as a whole or within a part of the window.
#pragma once

#include "app/stage/gl/objects.h"
#include "app/stage/render/damage.h"
#include "app/stage/render/drawing.h"

struct ImDrawList;

namespace warpstage::stage {

class Mesh {
public:
    // The end of an item's triangles in ImDrawList's buffers.
    struct ItemEnd {
        std::size_t vertex = 0;
        std::size_t index = 0;
    };

    explicit Mesh(Drawing drawing);

    // `ends`: of each item, in order. Uploads only changes.
    void upload(const ImDrawList& list, std::span<const ItemEnd> ends);
    void clear();
    [[nodiscard]] bool empty() const { return m_parts.empty(); }
    // Program, texture and blending must have been set by the painter. With a part of the window: draws the items that intersect
    // it, which may extend beyond it. Like take_damage(), only for Drawing::processor: whole frames do not need the positions of
    // items.
    void draw(const draw::Rect* part) const;

    // The regions that have changed since the last call.
    [[nodiscard]] Damage take_damage() { return std::exchange(m_damage, {}); }

private:
    struct Part { // with its own first vertex
        std::size_t first_index = 0;
        std::size_t count = 0; // of indices
        std::int32_t first_vertex = 0;
    };
    struct Item {
        ItemEnd end;
        draw::Rect bounds;
    };

    void find_changes(const ImDrawList& list, std::span<const ItemEnd> ends);
    void compare(const std::vector<Item>& items, const ImDrawList& list);
    void draw_indices(std::size_t first, std::size_t last) const;

    Drawing m_drawing;
    gl::Buffer m_vertices;
    gl::Buffer m_indices;
    gl::VertexArray m_array;
    std::vector<Part> m_parts;
    std::vector<Item> m_items;
    std::size_t m_ends = 0; // number of uploaded items
    std::vector<std::byte> m_sent; // vertices
    Damage m_damage;
};

// Meshes on top of each other that change independently.
class Layers {
public:
    explicit Layers(Drawing drawing)
        : m_drawing(drawing)
    {
    }

    // Sets the number of layers; new and removed ones are empty.
    void resize(std::size_t count)
    {
        while (m_meshes.size() < count)
            m_meshes.emplace_back(m_drawing);
        for (std::size_t i = count; i < m_meshes.size(); ++i)
            m_meshes[i].clear();
    }
    [[nodiscard]] Mesh& at(std::size_t index) { return m_meshes.at(index); }

    // See Mesh.
    [[nodiscard]] bool empty() const { return m_meshes.empty(); }
    void draw(const draw::Rect* part) const
    {
        for (const Mesh& mesh : m_meshes)
            mesh.draw(part);
    }
    [[nodiscard]] Damage take_damage()
    {
        Damage damage;
        for (Mesh& mesh : m_meshes)
            damage.add(mesh.take_damage());
        return damage;
    }

private:
    Drawing m_drawing;
    std::deque<Mesh> m_meshes; // bottom first
};

} // namespace warpstage::stage
