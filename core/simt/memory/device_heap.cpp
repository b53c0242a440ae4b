#include "core/simt/memory/device_heap.h"

#include <algorithm>
#include <iterator>

namespace warpstage::simt {

void DeviceHeap::prepare(DeviceMemory& memory)
{
    if (m_base != 0)
        return;
    m_base = memory.allocate("device heap", kBytes);
    m_free.emplace(m_base, kBytes);
}

void DeviceHeap::release(DeviceMemory& memory)
{
    if (m_base != 0)
        memory.release(m_base);
    m_base = 0;
    m_free.clear();
    m_used.clear();
}

DeviceAddress DeviceHeap::allocate(std::uint64_t bytes)
{
    if (bytes == 0 || bytes > kBytes)
        return 0;
    const std::uint64_t size = (bytes + kAlignment - 1) / kAlignment * kAlignment;
    const std::scoped_lock lock(m_mutex);
    const auto piece = std::find_if(m_free.begin(), m_free.end(), [size](const auto& free) { return free.second >= size; });
    if (piece == m_free.end())
        return 0;
    const auto [address, room] = *piece;
    m_free.erase(piece);
    if (room > size)
        m_free.emplace(address + size, room - size);
    m_used.emplace(address, size);
    return address;
}

bool DeviceHeap::free(DeviceAddress address)
{
    if (address == 0)
        return true;
    const std::scoped_lock lock(m_mutex);
    const auto used = m_used.find(address);
    if (used == m_used.end())
        return false;
    auto piece = m_free.emplace(address, used->second).first;
    m_used.erase(used);
    if (const auto next = std::next(piece); next != m_free.end() && piece->first + piece->second == next->first) {
        piece->second += next->second;
        m_free.erase(next);
    }
    if (piece != m_free.begin()) {
        const auto before = std::prev(piece);
        if (before->first + before->second == piece->first) {
            before->second += piece->second;
            m_free.erase(piece);
        }
    }
    return true;
}

} // namespace warpstage::simt
