#include "app/stage/scene/particle_buffers.h"

namespace warpstage::stage {

namespace {

constexpr std::array<const char*, 4> kColumnNames { "x", "y", "vx", "vy" }; // the buffers that kernels may write
constexpr std::array<GLuint, 3> kPlaceColumns { 0, 1, 4 };
constexpr std::array<GLuint, 3> kSpeedColumns { 2, 3, 5 };
constexpr std::size_t kMaxPlaces = 24; // maximum positions per trail, if there are few bodies
constexpr std::size_t kMaxTrailed = 1'500'000; // maximum positions of all bodies together

float element_of(const gl::Buffer& column, std::size_t index)
{
    float value = 0.0F;
    glGetNamedBufferSubData(column.name(), static_cast<GLintptr>(index * sizeof value), sizeof value, &value);
    return value;
}

} // namespace

void ParticleBuffers::allocate(std::size_t count)
{
    if (m_count != 0)
        m_retired.push_back(std::exchange(m_current, Set {}));
    m_count = count;
    for (gl::Buffer& column : m_current)
        column.allocate(count * sizeof(float));
    m_serial.reset();
    m_in_space = false;
    m_to_offer = true;
}

void ParticleBuffers::update(const session::ParticleFrame& frame, std::size_t limit)
{
    m_ready = false;
    if (frame.count == 0)
        return;
    // After the loss of a context, kernels write into deleted buffers until new ones are offered.
    if (frame.count != m_count && (!frame.in_shared_buffers || m_count == 0))
        allocate(frame.count);
    if (frame.count != m_count)
        return; // kernels still write into previous buffers
    m_every = std::max<std::size_t>(1, (m_count + limit - 1) / limit);
    for (GLuint i = 0; i < kColumns; ++i)
        m_array.feed(i, m_current.at(i), static_cast<GLsizei>(m_every * sizeof(float)));
    if (frame.in_shared_buffers)
        m_retired.clear();
    upload(frame);
    m_ready = true;
}

void ParticleBuffers::upload(const session::ParticleFrame& frame)
{
    const bool in_space = !frame.z.empty();
    if (std::exchange(m_in_space, in_space) && !in_space)
        for (std::size_t i = kColumnNames.size(); i < kColumns; ++i)
            m_current.at(i).allocate(m_count * sizeof(float)); // bodies in the plane have z = 0
    const bool written = frame.in_shared_buffers; // written by kernels
    const bool other_writer = std::exchange(m_written, written) != written;
    if (m_serial == frame.serial && !other_writer)
        return;
    m_serial = frame.serial;
    const std::array columns { &frame.x, &frame.y, &frame.vx, &frame.vy, &frame.z, &frame.vz };
    for (std::size_t i = written ? kColumnNames.size() : 0; i < (in_space ? kColumns : kColumnNames.size()); ++i) {
        VERIFY(columns.at(i)->size() == m_count);
        m_current.at(i).write(std::as_bytes(std::span(*columns.at(i))));
    }
}

std::optional<WorldPlace> ParticleBuffers::place_of(std::size_t index) const
{
    if (!m_ready || index >= m_count)
        return std::nullopt;
    return WorldPlace { element_of(m_current[0], index), element_of(m_current[1], index), element_of(m_current[4], index) };
}

std::optional<std::vector<session::VertexBuffer>> ParticleBuffers::take_offer()
{
    if (!std::exchange(m_to_offer, false))
        return std::nullopt;
    std::vector<session::VertexBuffer> offer;
    for (std::size_t i = 0; i < kColumnNames.size(); ++i)
        offer.push_back({ kColumnNames.at(i), m_current.at(i).name(), m_current.at(i).bytes() });
    return offer;
}

void ParticleTrails::clear()
{
    m_slots.clear();
    m_clock.restart();
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
    if (!m_clock.due(serial, elapsed))
        return;
    const std::size_t room = std::min(kMaxPlaces, kMaxTrailed / std::max<std::size_t>(1, m_count));
    if (room == 0)
        return;
    // Reuse the buffers of the oldest positions for the newest.
    Slot slot;
    if (m_slots.size() >= room) {
        slot = std::move(m_slots.back());
        m_slots.pop_back();
    }
    const auto bytes = m_count * sizeof(float);
    for (std::size_t i = 0; i < kPlaceColumns.size(); ++i) {
        gl::Buffer& place = slot.places.at(i);
        if (place.bytes() != bytes)
            place.allocate(bytes);
        glCopyNamedBufferSubData(
            bodies.columns().at(kPlaceColumns.at(i)).name(), place.name(), 0, 0, static_cast<GLsizeiptr>(bytes));
        slot.vertices.feed(kPlaceColumns.at(i), place);
        slot.vertices.feed(kSpeedColumns.at(i), bodies.columns().at(kSpeedColumns.at(i)));
    }
    m_slots.push_front(std::move(slot));
}

} // namespace warpstage::stage
