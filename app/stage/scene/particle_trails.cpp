#include "app/stage/scene/particle_trails.h"

#include <algorithm>
#include <utility>

namespace warpstage::stage {

namespace {

constexpr Seconds kInterval { 0.04F };
constexpr std::size_t kMostPlaces = 24; // of a body, when there are few of them
constexpr std::size_t kMostTrailed = 1'500'000; // places of all bodies together

// As ParticleBuffers has them.
constexpr std::array<GLuint, 3> kPlaceColumns { 0, 1, 4 };
constexpr std::array<GLuint, 3> kSpeedColumns { 2, 3, 5 };

} // namespace

void ParticleTrails::clear()
{
    m_slots.clear();
    m_serial.reset();
    m_since = Seconds(0);
}

void ParticleTrails::advance(const ParticleBuffers& bodies, std::uint64_t serial, Seconds elapsed)
{
    if (!bodies.ready())
        return;
    if (bodies.count() != m_count || bodies.in_space() != m_in_space) {
        clear();
        m_count = bodies.count();
        m_in_space = bodies.in_space();
    }
    m_since += elapsed;
    const bool first = !m_serial.has_value();
    if (!first && (serial == *m_serial || m_since < kInterval))
        return;
    m_serial = serial;
    m_since = Seconds(0);
    const std::size_t room = std::min(kMostPlaces, kMostTrailed / std::max<std::size_t>(1, m_count));
    if (room == 0)
        return;
    // The buffers of the oldest place are those of the newest.
    Slot slot;
    if (m_slots.size() >= room) {
        slot = std::move(m_slots.back());
        m_slots.pop_back();
    }
    slot.vertices = gl::VertexArray();
    const auto bytes = m_count * sizeof(float);
    const std::size_t columns = m_in_space ? 3 : 2;
    for (std::size_t i = 0; i < columns; ++i) {
        gl::Buffer& place = slot.places.at(i);
        if (place.bytes() != bytes)
            place.allocate(bytes);
        glCopyNamedBufferSubData(
            bodies.columns().at(kPlaceColumns.at(i)).name(), place.name(), 0, 0, static_cast<GLsizeiptr>(bytes));
        slot.vertices.describe(kPlaceColumns.at(i), { kPlaceColumns.at(i), 1, GL_FLOAT, 0 });
        slot.vertices.attach(kPlaceColumns.at(i), place, sizeof(float));
        slot.vertices.describe(kSpeedColumns.at(i), { kSpeedColumns.at(i), 1, GL_FLOAT, 0 });
        slot.vertices.attach(kSpeedColumns.at(i), bodies.columns().at(kSpeedColumns.at(i)), sizeof(float));
    }
    m_slots.push_front(std::move(slot));
}

} // namespace warpstage::stage
