// A draw list cut into triangles and lying on the device, ready to be drawn again and again; as a whole, or only what lies in a
// part of the window.
#pragma once

#include "app/stage/gl/objects.h"
#include "app/stage/render/damage.h"
#include "app/stage/render/drawing.h"

struct ImDrawList;

namespace warpstage::stage {

class Mesh {
public:
    // Where the triangles of an item of the picture end, in ImDrawList's buffers.
    struct ItemEnd {
        std::size_t vertex = 0;
        std::size_t index = 0;
    };

    explicit Mesh(Drawing drawing);

    // `ends`: of each item, in order. Goes to the device only if something has changed.
    void upload(const ImDrawList& list, std::span<const ItemEnd> ends);
    void clear();
    [[nodiscard]] bool empty() const { return m_parts.empty(); }
    // Program, texture and blending stand as the painter set them. With a part of the window: what touches it, and may reach
    // beyond it; like take_damage() for Drawing::processor alone, as for whole frames nobody has to know where what lies.
    void draw(const draw::Rect* part) const;

    // Where the picture is another one since the last call.
    [[nodiscard]] Damage take_damage() { return std::exchange(m_damage, {}); }

private:
    struct Part { // that has a first vertex of its own
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
    std::size_t m_ends = 0; // how many items were uploaded
    std::vector<std::byte> m_sent; // vertices
    Damage m_damage;
};

// Meshes that lie over one another, each changed by itself.
class Layers {
public:
    explicit Layers(Drawing drawing)
        : m_drawing(drawing)
    {
    }

    // Further ones are empty; those behind the last one are emptied.
    void resize(std::size_t count)
    {
        while (m_meshes.size() < count)
            m_meshes.emplace_back(m_drawing);
        for (std::size_t i = count; i < m_meshes.size(); ++i)
            m_meshes[i].clear();
    }
    [[nodiscard]] Mesh& at(std::size_t index) { return m_meshes.at(index); }

    // As a mesh.
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
    std::deque<Mesh> m_meshes; // the lowest first
};

} // namespace warpstage::stage
