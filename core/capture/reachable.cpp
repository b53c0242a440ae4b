#include "core/capture/reachable.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace warpstage::capture {

std::size_t range_of(std::span<const MemoryRange> ranges, std::uint64_t address)
{
    const auto behind = std::ranges::upper_bound(ranges, address, {}, &MemoryRange::address);
    if (behind == ranges.begin())
        return ranges.size();
    const auto found = behind - 1;
    return address - found->address < found->bytes ? static_cast<std::size_t>(found - ranges.begin()) : ranges.size();
}

ReachableMemory::ReachableMemory(std::span<const MemoryRange> ranges,
    std::function<std::span<const std::byte>(std::size_t)> visit, std::function<std::uint64_t(std::uint64_t)> word)
    : m_ranges(ranges)
    , m_visit(std::move(visit))
    , m_word(std::move(word))
    , m_reached(ranges.size())
{
}

void ReachableMemory::add(std::span<const std::byte> root)
{
    scan(root);
    while (!m_next.empty()) {
        const std::size_t range = m_next.back();
        m_next.pop_back();
        scan(m_visit(range));
    }
}

void ReachableMemory::add_range(std::size_t range)
{
    if (!m_reached[range]) {
        m_reached[range] = true;
        m_next.push_back(range);
    }
    add({});
}

void ReachableMemory::scan(std::span<const std::byte> bytes)
{
    for (std::size_t at = 0; at + sizeof(std::uint64_t) <= bytes.size(); at += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + at, sizeof word);
        if (word == 0)
            continue;
        std::size_t range = range_of(m_ranges, word);
        if (range == m_ranges.size())
            range = range_of(m_ranges, m_word(word));
        if (range == m_ranges.size() || m_reached[range])
            continue;
        m_reached[range] = true;
        m_next.push_back(range);
    }
}

} // namespace warpstage::capture
