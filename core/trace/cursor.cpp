#include "core/trace/cursor.h"

#include "core/base/verify.h"

#include <algorithm>

namespace warpstage::trace {

namespace {

// The maximum for any block (227 KiB on CC 9.0): an address above it belongs to a faulty kernel and is not drawn.
constexpr std::uint64_t kMaxSharedBytes = std::uint64_t { 256 } * 1024;
constexpr std::size_t kFewestWritesPerKeyFrame = 128;
constexpr std::size_t kMaxKeyFrames = 64;
// Per lane; see simt::Access::values.
constexpr std::uint32_t kRecordedBytes = 8;

bool in_shared_memory(const simt::Access& access)
{
    return access.space == ptx::StateSpace::shared;
}

bool writes(const simt::Access& access)
{
    return access.kind != simt::AccessKind::load;
}

bool can_be_drawn(const simt::Access& access, unsigned lane)
{
    return access.addresses[lane] < kMaxSharedBytes && access.addresses[lane] + access.bytes <= kMaxSharedBytes;
}

std::size_t extent_of(const Trace& trace)
{
    std::uint64_t end = 0;
    for (const simt::Access& access : trace.accesses) {
        if (!in_shared_memory(access))
            continue;
        for_each_lane(access.lanes, [&](unsigned lane) {
            if (can_be_drawn(access, lane))
                end = std::max(end, access.addresses[lane] + access.bytes);
        });
    }
    return end;
}

} // namespace

template <typename Visit> void Cursor::for_each_element(const simt::Access& access, Visit&& visit) const
{
    for_each_lane(access.lanes, [&](unsigned lane) {
        if (!can_be_drawn(access, lane))
            return;
        const std::size_t last = (access.addresses[lane] + access.bytes - 1) / m_element_bytes;
        for (std::size_t element = access.addresses[lane] / m_element_bytes; element <= last; ++element)
            visit(element);
    });
}

Cursor::Cursor(const Trace& trace, std::size_t element_bytes)
    : m_trace(&trace)
    , m_element_bytes(element_bytes)
{
    VERIFY(element_bytes == 1 || element_bytes == 2 || element_bytes == 4 || element_bytes == 8);
    const std::size_t elements = (extent_of(trace) + element_bytes - 1) / element_bytes;
    m_memory.resize(elements * element_bytes);
    m_values.resize(elements);
    m_known.resize(elements);
    m_touched.resize(elements);

    for (std::size_t step = 0; step < trace.steps.size(); ++step) {
        const simt::Access* access = trace.access_of(trace.steps[step]);
        if (access != nullptr && in_shared_memory(*access) && writes(*access))
            m_writes.push_back(step);
    }
    m_writes_per_key_frame = std::max(kFewestWritesPerKeyFrame, m_writes.size() / kMaxKeyFrames + 1);

    for (std::size_t write = 0; write < m_writes.size(); ++write) {
        if (write % m_writes_per_key_frame == 0)
            m_key_frames.push_back(m_memory);
        apply(*trace.access_of(trace.steps[m_writes[write]]));
    }
    if (!m_key_frames.empty())
        restore(0);
    seek(0);
}

void Cursor::seek(std::size_t step)
{
    if (m_trace->steps.empty())
        return;
    m_step = std::min(step, m_trace->steps.size() - 1);
    const auto target = static_cast<std::size_t>(std::upper_bound(m_writes.begin(), m_writes.end(), m_step) - m_writes.begin());
    if (!m_key_frames.empty()) {
        const std::size_t key_frame = std::min(target / m_writes_per_key_frame, m_key_frames.size() - 1);
        if (target < m_writes_done || key_frame * m_writes_per_key_frame > m_writes_done)
            restore(key_frame);
    }
    for (; m_writes_done < target; ++m_writes_done) {
        const simt::Access& access = *m_trace->access_of(m_trace->steps[m_writes[m_writes_done]]);
        apply(access);
        for_each_element(access, [&](std::size_t element) { refresh_element(element); });
    }
    mark_touched();
}

const StepRecord* Cursor::record() const
{
    return m_trace->steps.empty() ? nullptr : &m_trace->steps[m_step];
}

void Cursor::apply(const simt::Access& access)
{
    for_each_lane(access.lanes, [&](unsigned lane) {
        if (!can_be_drawn(access, lane))
            return;
        for (std::uint32_t i = 0; i < access.bytes; ++i) {
            Byte& byte = m_memory[access.addresses[lane] + i];
            byte.known = access.kind == simt::AccessKind::store && i < kRecordedBytes;
            byte.value = byte.known ? static_cast<std::uint8_t>(access.values[lane] >> 8 * i) : std::uint8_t { 0 };
        }
    });
}

void Cursor::refresh_element(std::size_t element)
{
    std::uint64_t value = 0;
    bool known = true;
    for (std::size_t i = 0; i < m_element_bytes; ++i) {
        const Byte& byte = m_memory[element * m_element_bytes + i];
        value |= std::uint64_t { byte.value } << 8 * i;
        known = known && byte.known;
    }
    m_values[element] = known ? value : 0;
    m_known[element] = known;
}

void Cursor::restore(std::size_t key_frame)
{
    m_memory = m_key_frames[key_frame];
    m_writes_done = key_frame * m_writes_per_key_frame;
    for (std::size_t element = 0; element < m_values.size(); ++element)
        refresh_element(element);
}

void Cursor::mark_touched()
{
    std::fill(m_touched.begin(), m_touched.end(), Touch::none);
    const simt::Access* access = m_trace->access_of(m_trace->steps[m_step]);
    if (access == nullptr || !in_shared_memory(*access))
        return;
    const Touch touch = writes(*access) ? Touch::written : Touch::read;
    for_each_element(*access, [&](std::size_t element) { m_touched[element] = touch; });
}

} // namespace warpstage::trace
