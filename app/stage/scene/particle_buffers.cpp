#include "app/stage/scene/particle_buffers.h"

#include <span>
#include <utility>

namespace warpstage::stage {

namespace {

constexpr std::array<const char*, 4> kNames { "x", "y", "vx", "vy" };

} // namespace

ParticleBuffers::ParticleBuffers()
{
    // shaders/particles.vert: location i reads buffer i.
    for (GLuint i = 0; i < 4; ++i)
        m_array.describe(i, { i, 1, GL_FLOAT, 0 });
}

void ParticleBuffers::update(const session::ParticleFrame& frame)
{
    m_ready = false;
    if (frame.count == 0)
        return;
    if (frame.count != m_count && !frame.in_shared_buffers) {
        if (m_count != 0)
            m_retired.push_back(std::exchange(m_current, Set {}));
        m_count = frame.count;
        for (GLuint i = 0; i < 4; ++i) {
            m_current.at(i).allocate(frame.count * sizeof(float));
            m_array.attach(i, m_current.at(i), sizeof(float));
        }
        m_serial.reset();
        m_to_offer = true;
    }
    if (frame.count != m_count)
        return; // kernels still write into buffers that are not these
    if (frame.in_shared_buffers) {
        m_retired.clear();
        m_serial.reset();
        m_ready = true;
        return;
    }
    const std::array<const std::vector<float>*, 4> columns { &frame.x, &frame.y, &frame.vx, &frame.vy };
    for (const std::vector<float>* column : columns)
        VERIFY(column->size() == frame.count);
    if (m_serial != frame.serial) {
        for (std::size_t i = 0; i < 4; ++i)
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
    for (std::size_t i = 0; i < 4; ++i)
        offer.push_back({ kNames.at(i), m_current.at(i).name(), m_current.at(i).bytes() });
    return offer;
}

} // namespace warpstage::stage
