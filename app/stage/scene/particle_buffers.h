// Vertex buffers x, y, vx, vy: filled by the host, or written by kernels if CUDA can share them; z and vz of bodies in space
// always come from the host.
#pragma once

#include "app/stage/gl/objects.h"
#include "app/stage/scene/particle_look.h"
#include "core/session/session.h"
#include "core/session/snapshot.h"

namespace warpstage::stage {

class ParticleBuffers {
public:
    // x, y, vx, vy, z, vz: shaders/particles.vert reads buffer i at location i.
    static constexpr std::size_t kColumns = 6;
    using Set = std::array<gl::Buffer, kColumns>;

    // Creates new buffers when the number of bodies changes, and uploads data from the host. Of more than `limit` bodies only
    // every second, third, … is drawn.
    void update(const session::ParticleFrame& frame, std::size_t limit);
    // Whether they contain the frame of the last update().
    [[nodiscard]] bool ready() const { return m_ready; }
    [[nodiscard]] std::size_t count() const { return m_count; }
    // Number of bodies per drawn body.
    [[nodiscard]] std::size_t every() const { return m_every; }
    [[nodiscard]] std::size_t drawn() const { return m_count / m_every; }
    [[nodiscard]] bool in_space() const { return m_in_space; }
    [[nodiscard]] const gl::VertexArray& vertices() const { return m_array; }
    [[nodiscard]] const Set& columns() const { return m_current; }

    // A body's position in the world. Nothing if the index is out of range or the frame is not available.
    [[nodiscard]] std::optional<WorldPlace> place_of(std::size_t index) const;

    // New buffers to offer to the session; returned once.
    [[nodiscard]] std::optional<std::vector<session::VertexBuffer>> take_offer();

private:
    void allocate(std::size_t count);
    void upload(const session::ParticleFrame& frame);

    gl::VertexArray m_array;
    Set m_current;
    // Buffers that may be registered with CUDA until it has adopted the new ones. Deleting a registered buffer is undefined.
    std::vector<Set> m_retired;
    std::size_t m_count = 0;
    std::size_t m_every = 1;
    std::optional<std::uint64_t> m_serial; // serial of the uploaded frame
    bool m_written = false; // written by kernels, except z and vz
    bool m_in_space = false;
    bool m_ready = false;
    bool m_to_offer = false;
};

// The trails of bodies: positions of the last second in world coordinates, kept on the GPU.
class ParticleTrails {
public:
    // Adds the current positions if the bodies have moved and enough time has passed. `serial`: that of ParticleFrame.
    void advance(const ParticleBuffers& bodies, std::uint64_t serial, Seconds elapsed);
    void clear();

    [[nodiscard]] std::size_t size() const { return m_slots.size(); }
    // 0: the latest. The same bodies as in the buffers.
    [[nodiscard]] const gl::VertexArray& vertices(std::size_t age) const { return m_slots[age].vertices; }

private:
    struct Slot {
        std::array<gl::Buffer, 3> places; // x, y, z
        gl::VertexArray vertices;
    };

    std::deque<Slot> m_slots; // newest first
    std::size_t m_count = 0;
    bool m_in_space = false;
    TrailClock m_clock;
};

} // namespace warpstage::stage
