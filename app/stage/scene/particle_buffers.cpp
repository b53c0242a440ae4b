#include "app/stage/scene/particle_buffers.h"

#include <algorithm>
#include <span>
#include <utility>

namespace warpstage::stage {

namespace {

constexpr std::array<const char*, 4> kColumnNames { "x", "y", "vx", "vy" }; // of those that kernels may write
constexpr GLuint kPlane = 4; // columns

} // namespace

ParticleBuffers::ParticleBuffers()
{
    for (GLuint i = 0; i < kPlane; ++i)
        m_array.describe(i, { i, 1, GL_FLOAT, 0 });
}

void ParticleBuffers::attach()
{
    for (GLuint i = 0; i < (m_in_space ? kColumns : kPlane); ++i)
        m_array.attach(i, m_current.at(i), static_cast<GLsizei>(m_every * sizeof(float)));
}

void ParticleBuffers::allocate(std::size_t count)
{
    if (m_count != 0)
        m_retired.push_back(std::exchange(m_current, Set {}));
    m_count = count;
    for (GLuint i = 0; i < kPlane; ++i)
        m_current.at(i).allocate(count * sizeof(float));
    m_serial.reset();
    m_space_serial.reset();
    m_to_offer = true;
}

// A column that no buffer feeds is 0: so a plane needs no heights.
void ParticleBuffers::upload_space(const session::ParticleFrame& frame)
{
    const bool in_space = !frame.z.empty();
    if (in_space) {
        VERIFY(frame.z.size() == m_count && frame.vz.size() == m_count);
        for (GLuint i = kPlane; i < kColumns; ++i)
            if (m_current.at(i).bytes() != m_count * sizeof(float))
                m_current.at(i).allocate(m_count * sizeof(float));
        if (m_space_serial != frame.serial) {
            m_current.at(kPlane).write(std::as_bytes(std::span(frame.z)));
            m_current.at(kPlane + 1).write(std::as_bytes(std::span(frame.vz)));
            m_space_serial = frame.serial;
        }
    }
    if (in_space == m_in_space)
        return;
    m_in_space = in_space;
    m_array = gl::VertexArray();
    for (GLuint i = 0; i < (m_in_space ? kColumns : kPlane); ++i)
        m_array.describe(i, { i, 1, GL_FLOAT, 0 });
}

void ParticleBuffers::update(const session::ParticleFrame& frame, std::size_t most)
{
    m_ready = false;
    if (frame.count == 0)
        return;
    // After the loss of a context kernels write into buffers that are gone, until they are offered others.
    if (frame.count != m_count && (!frame.in_shared_buffers || m_count == 0))
        allocate(frame.count);
    if (frame.count != m_count)
        return; // kernels still write into buffers that are not these
    m_every = std::max<std::size_t>(1, (m_count + most - 1) / most);
    upload_space(frame);
    attach();
    if (frame.in_shared_buffers) {
        m_retired.clear();
        m_serial.reset();
        m_ready = true;
        return;
    }
    const std::array<const std::vector<float>*, kPlane> columns { &frame.x, &frame.y, &frame.vx, &frame.vy };
    for (const std::vector<float>* column : columns)
        VERIFY(column->size() == frame.count);
    if (m_serial != frame.serial) {
        for (std::size_t i = 0; i < kPlane; ++i)
            m_current.at(i).write(std::as_bytes(std::span(*columns.at(i))));
        m_serial = frame.serial;
    }
    m_ready = true;
}

std::optional<std::vector<session::VertexBuffer>> ParticleBuffers::take_offer()
{
    if (!std::exchange(m_to_offer, false))
        return std::nullopt;
    std::vector<session::VertexBuffer> offer;
    for (std::size_t i = 0; i < kPlane; ++i)
        offer.push_back({ kColumnNames.at(i), m_current.at(i).name(), m_current.at(i).bytes() });
    return offer;
}

} // namespace warpstage::stage
