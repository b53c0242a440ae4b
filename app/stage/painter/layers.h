// Meshes that lie over one another, each changed by itself.
#pragma once

#include "app/stage/painter/mesh.h"

#include <cstddef>
#include <deque>

namespace warpstage::stage {

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
