#include "core/simt/memory/local_memory.h"

#include "core/base/lane_mask.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace warpstage::simt {

void LocalMemory::reserve(std::uint64_t bytes)
{
    const std::uint64_t before = m_used;
    m_used = std::max(m_used, bytes);
    if (bytes <= m_stride)
        return;
    constexpr std::uint64_t kSmallest = 256;
    constexpr std::uint64_t kStep = 64;
    const std::uint64_t stride = (std::max({ bytes, kSmallest, before == 0 ? 0 : m_stride * 2 }) + kStep - 1) / kStep * kStep;
    // calloc gets zeroed pages from the system: pages that are never accessed cost nothing.
    std::unique_ptr<std::byte, Free> grown(static_cast<std::byte*>(std::calloc(kMaxLanes, stride)));
    if (grown == nullptr)
        throw std::bad_alloc();
    for (std::size_t lane = 0; before != 0 && lane < kMaxLanes; ++lane)
        std::memcpy(grown.get() + lane * stride, m_bytes.get() + lane * m_stride, std::min(before, m_stride));
    m_bytes = std::move(grown);
    m_stride = stride;
}

void LocalMemory::clear()
{
    for (std::size_t lane = 0; m_used != 0 && lane < kMaxLanes; ++lane)
        std::memset(m_bytes.get() + lane * m_stride, 0, m_used);
    m_used = 0;
}

} // namespace warpstage::simt
