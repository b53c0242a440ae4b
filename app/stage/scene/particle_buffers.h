// Vertex buffers x, y, vx, vy: filled from the host, or written by kernels where CUDA can share them; z and vz of bodies in space
// come through the host.
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
    // x, y, vx, vy, z, vz: shaders/particles.vert reads buffer i at location i.
    static constexpr std::size_t kColumns = 6;
    using Set = std::array<gl::Buffer, kColumns>;

    ParticleBuffers();

    // Makes new buffers when the number of bodies changes and uploads what is on the host. Of more than `most` bodies every
    // second, third, … is drawn.
    void update(const session::ParticleFrame& frame, std::size_t most);
    // Whether they hold the frame that update() was given last.
    [[nodiscard]] bool ready() const { return m_ready; }
    [[nodiscard]] std::size_t count() const { return m_count; }
    // So many bodies are drawn as one.
    [[nodiscard]] std::size_t every() const { return m_every; }
    [[nodiscard]] std::size_t drawn() const { return m_count / m_every; }
    [[nodiscard]] bool in_space() const { return m_in_space; }
    [[nodiscard]] const gl::VertexArray& vertices() const { return m_array; }
    [[nodiscard]] const Set& columns() const { return m_current; }

    // New buffers to offer to the session, once.
    [[nodiscard]] std::optional<std::vector<session::VertexBuffer>> take_offer();

private:
    void allocate(std::size_t count);
    void upload_space(const session::ParticleFrame& frame);
    void attach();

    gl::VertexArray m_array;
    Set m_current;
    // What CUDA may still have registered until it has taken over the new ones. Deleting a registered buffer is undefined.
    std::vector<Set> m_retired;
    std::size_t m_count = 0;
    std::size_t m_every = 1;
    std::optional<std::uint64_t> m_serial; // of what was uploaded
    std::optional<std::uint64_t> m_space_serial; // of z and vz
    bool m_in_space = false;
    bool m_ready = false;
    bool m_to_offer = false;
};

} // namespace warpstage::stage
