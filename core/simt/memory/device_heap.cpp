#include "core/simt/memory/device_heap.h"

#include "core/simt/checks/content/initialized_bytes.h"

#include <algorithm>
#include <iterator>

namespace warpstage::simt {

namespace {

constexpr std::uint64_t kDistance = 256; // between the parts of a tracked heap

} // namespace

void DeviceHeap::prepare(DeviceMemory& memory, Tracking tracking, std::uint64_t bytes)
{
    if (m_base == 0) {
        m_base = memory.allocate_uninitialized("device heap", bytes);
        m_bytes = bytes;
        memory.mark_initialized(m_base);
        m_free.emplace(m_base, bytes);
    }
    m_initialized = tracking == Tracking::on ? memory.nearest(m_base)->initialized : nullptr;
}

void DeviceHeap::release(DeviceMemory& memory)
{
    if (m_base != 0)
        memory.release(m_base);
    m_base = 0;
    m_free.clear();
    m_used.clear();
    m_parts.clear();
}

DeviceAddress DeviceHeap::allocate(std::uint64_t bytes)
{
    if (bytes == 0 || bytes > m_bytes)
        return 0;
    const std::uint64_t distance = m_initialized == nullptr ? 0 : kDistance;
    const std::uint64_t size = (bytes + distance + kAlignment - 1) / kAlignment * kAlignment;
    const std::scoped_lock lock(m_mutex);
    const auto find_piece = [&] {
        return std::find_if(m_free.begin(), m_free.end(), [size](const auto& free) { return free.second >= size; });
    };
    auto piece = find_piece();
    if (piece == m_free.end()) {
        std::erase_if(m_parts, [&](const auto& entry) {
            if (entry.second.freed)
                insert_free(entry.first, (entry.second.bytes + kDistance + kAlignment - 1) / kAlignment * kAlignment);
            return entry.second.freed;
        });
        piece = find_piece();
    }
    if (piece == m_free.end())
        return 0;
    const auto [address, room] = *piece;
    m_free.erase(piece);
    if (room > size)
        m_free.emplace(address + size, room - size);
    m_used.emplace(address, size);
    if (m_initialized != nullptr) {
        m_parts[address] = { address, bytes, false };
        m_initialized->unmark(address - m_base, size);
    }
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
    const std::uint64_t bytes = used->second;
    m_used.erase(used);
    if (const auto part = m_parts.find(address); part != m_parts.end())
        part->second.freed = true;
    else
        insert_free(address, bytes);
    return true;
}

bool DeviceHeap::is_free(DeviceAddress address)
{
    if (address < m_base || address - m_base >= m_bytes)
        return false;
    const std::scoped_lock lock(m_mutex);
    const auto behind = m_used.upper_bound(address);
    return behind == m_used.begin() || address - std::prev(behind)->first >= std::prev(behind)->second;
}

std::optional<DeviceHeap::Part> DeviceHeap::find(DeviceAddress address) const
{
    const auto behind = m_parts.upper_bound(address);
    return behind == m_parts.begin() ? std::nullopt : std::optional { std::prev(behind)->second };
}

void DeviceHeap::insert_free(DeviceAddress address, std::uint64_t bytes)
{
    auto piece = m_free.emplace(address, bytes).first;
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
}

} // namespace warpstage::simt
