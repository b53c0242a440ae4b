// Where bodies have been: the places of the last second, kept on the device, so that they stand still in the world while the
// camera turns.
#pragma once

#include "app/stage/gl/buffer.h"
#include "app/stage/gl/vertex_array.h"
#include "app/stage/scene/easing.h"
#include "app/stage/scene/particle_buffers.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

namespace warpstage::stage {

class ParticleTrails {
public:
    // Keeps where the bodies are, if they have moved and enough time has gone by. `serial` as of ParticleFrame.
    void advance(const ParticleBuffers& bodies, std::uint64_t serial, Seconds elapsed);
    void clear();

    [[nodiscard]] std::size_t size() const { return m_slots.size(); }
    // 0: the latest. The same bodies as those of the buffers.
    [[nodiscard]] const gl::VertexArray& vertices(std::size_t age) const { return m_slots[age].vertices; }

private:
    struct Slot {
        std::array<gl::Buffer, 3> places; // x, y, z
        gl::VertexArray vertices;
    };

    std::deque<Slot> m_slots; // newest first
    std::size_t m_count = 0;
    bool m_in_space = false;
    std::optional<std::uint64_t> m_serial;
    Seconds m_since { 0 };
};

} // namespace warpstage::stage
