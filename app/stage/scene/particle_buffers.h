// Vertex buffers x, y, vx, vy: filled from the host, or written by kernels where CUDA can share them; z and vz of bodies in space
// come through the host.
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

    // Makes new buffers when the number of bodies changes and uploads what is on the host. Of more than `limit` bodies every
    // second, third, … is drawn.
    void update(const session::ParticleFrame& frame, std::size_t limit);
    // Whether they hold the frame that update() was given last.
    [[nodiscard]] bool ready() const { return m_ready; }
    [[nodiscard]] std::size_t count() const { return m_count; }
    // So many bodies are drawn as one.
    [[nodiscard]] std::size_t every() const { return m_every; }
    [[nodiscard]] std::size_t drawn() const { return m_count / m_every; }
    [[nodiscard]] bool in_space() const { return m_in_space; }
    [[nodiscard]] const gl::VertexArray& vertices() const { return m_array; }
    [[nodiscard]] const Set& columns() const { return m_current; }

    // A body's place in the world, wherever it was filled. Nothing where there are fewer, or none of this frame.
    [[nodiscard]] std::optional<WorldPlace> place_of(std::size_t index) const;

    // New buffers to offer to the session, once.
    [[nodiscard]] std::optional<std::vector<session::VertexBuffer>> take_offer();

private:
    void allocate(std::size_t count);
    void upload(const session::ParticleFrame& frame);

    gl::VertexArray m_array;
    Set m_current;
    // What CUDA may still have registered until it has taken over the new ones. Deleting a registered buffer is undefined.
    std::vector<Set> m_retired;
    std::size_t m_count = 0;
    std::size_t m_every = 1;
    std::optional<std::uint64_t> m_serial; // of what was uploaded
    bool m_written = false; // by kernels, all but z and vz
    bool m_in_space = false;
    bool m_ready = false;
    bool m_to_offer = false;
};

// Where bodies have been: the places of the last second, kept on the device, so that they stand still in the world while the
// camera turns.
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
    TrailClock m_clock;
};

} // namespace warpstage::stage
