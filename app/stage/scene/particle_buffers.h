// Four vertex buffers x, y, vx, vy: filled from the host, or written by kernels where CUDA can share them.
#pragma once

#include "app/stage/gl/buffer.h"
#include "app/stage/gl/vertex_array.h"
#include "core/session/session.h"
#include "core/session/snapshot.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpstage::stage {

class ParticleBuffers {
public:
    ParticleBuffers();

    // Makes new buffers when the number of bodies changes and uploads what is on the host.
    void update(const session::ParticleFrame& frame);
    // Whether they hold the frame that update() was given last.
    [[nodiscard]] bool ready() const { return m_ready; }
    [[nodiscard]] std::size_t count() const { return m_count; }
    [[nodiscard]] const gl::VertexArray& vertices() const { return m_array; }

    // New buffers to offer to the session, once.
    [[nodiscard]] std::optional<std::vector<session::VertexBuffer>> take_offer();

private:
    using Set = std::array<gl::Buffer, 4>;

    gl::VertexArray m_array;
    Set m_current;
    // What CUDA may still have registered until it has taken over the new ones. Deleting a registered buffer is undefined.
    std::vector<Set> m_retired;
    std::size_t m_count = 0;
    std::optional<std::uint64_t> m_serial; // of what was uploaded
    bool m_ready = false;
    bool m_to_offer = false;
};

} // namespace warpstage::stage
