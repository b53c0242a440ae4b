#include "core/simt/rounding/shadow_values.h"

#include <algorithm>
#include <cstring>

namespace warpstage::simt {

namespace {

std::uintptr_t address_of(const std::byte* place)
{
    return reinterpret_cast<std::uintptr_t>(place);
}

} // namespace

std::uint64_t bits_at(const std::byte* place, FloatFormat format)
{
    std::uint64_t bits = 0;
    std::memcpy(&bits, place, bytes_of(format)); // little endian, as everywhere
    return bits;
}

bool holds(const std::byte* place, const ShadowValue& value)
{
    return bits_at(place, value.format) == value.bits;
}

ShadowValues::ShadowValues(std::size_t origins, std::size_t most_bytes)
    : m_origins(origins)
    , m_most_bytes(most_bytes)
{
}

ShadowValues::Page* ShadowValues::page_of(std::uintptr_t address) const
{
    const std::uintptr_t number = address / kPageBytes;
    RecentPage& recent = m_recent[number % kRecent];
    if (recent.number == number)
        return recent.page;
    const auto known = m_pages.find(number);
    if (known == m_pages.end())
        return nullptr;
    recent = { number, known->second.get() };
    return recent.page;
}

const ShadowValues::Entry* ShadowValues::find(const std::byte* place) const
{
    const std::uintptr_t address = address_of(place);
    const Page* page = page_of(address);
    const std::uint32_t id = page == nullptr ? 0 : (*page)[address % kPageBytes / kPlaceBytes];
    if (id == 0)
        return nullptr;
    const Entry& found = entry(id);
    return holds(place, found.value) ? &found : nullptr;
}

std::uint32_t ShadowValues::take_entry()
{
    if (m_free.empty()) {
        const std::size_t bytes = sizeof(Chunk) + kChunk * m_origins * sizeof(double);
        if (m_bytes + bytes > m_most_bytes) {
            m_full = true;
            return 0;
        }
        m_bytes += bytes;
        auto chunk = std::make_unique<Chunk>();
        chunk->origins.resize(kChunk * m_origins);
        for (std::size_t i = 0; i < kChunk; ++i)
            chunk->entries[i].origins = chunk->origins.data() + i * m_origins;
        const auto first = static_cast<std::uint32_t>(m_chunks.size() * kChunk + 1);
        m_chunks.push_back(std::move(chunk));
        for (std::uint32_t i = kChunk; i-- > 0;)
            m_free.push_back(first + i);
    }
    const std::uint32_t id = m_free.back();
    m_free.pop_back();
    return id;
}

void ShadowValues::put(const std::byte* place, const ShadowValue& value, std::span<const double> origins)
{
    const std::uintptr_t address = address_of(place);
    Page* page = page_of(address);
    if (page == nullptr) {
        if (m_bytes + sizeof(Page) > m_most_bytes) {
            m_full = true;
            return;
        }
        m_bytes += sizeof(Page);
        page = m_pages.emplace(address / kPageBytes, std::make_unique<Page>()).first->second.get();
    }
    std::uint32_t& id = (*page)[address % kPageBytes / kPlaceBytes];
    if (id == 0)
        id = take_entry();
    if (id == 0)
        return;
    Entry& known = entry(id);
    known.value = value;
    std::memmove(known.origins, origins.data(), m_origins * sizeof(double)); // they may be its own
}

void ShadowValues::erase(const std::byte* place, std::size_t bytes)
{
    const std::uintptr_t end = address_of(place) + bytes;
    for (std::uintptr_t address = address_of(place) / kPlaceBytes * kPlaceBytes; address < end; address += kPlaceBytes) {
        Page* page = page_of(address);
        if (page == nullptr)
            continue;
        std::uint32_t& id = (*page)[address % kPageBytes / kPlaceBytes];
        if (id != 0)
            m_free.push_back(id);
        id = 0;
    }
}

void ShadowValues::copy(const std::byte* from, const std::byte* to, std::size_t bytes)
{
    if (from == to)
        return;
    for (std::size_t offset = 0; offset + kPlaceBytes <= bytes; offset += kPlaceBytes) {
        const Entry* const entry_there = find(from + offset);
        if (entry_there != nullptr && offset + bytes_of(entry_there->value.format) <= bytes)
            put(to + offset, entry_there->value, { entry_there->origins, m_origins });
        else
            erase(to + offset, kPlaceBytes);
    }
}

void ShadowValues::for_each(
    std::span<const std::byte> range, const std::function<void(const std::byte*, const Entry&)>& function) const
{
    if (range.empty())
        return;
    const std::uintptr_t first = address_of(range.data());
    const std::uintptr_t end = first + range.size();
    std::vector<std::uintptr_t> numbers;
    for (const auto& [number, page] : m_pages)
        if ((number + 1) * kPageBytes > first && number * kPageBytes < end)
            numbers.push_back(number);
    std::ranges::sort(numbers);
    for (const std::uintptr_t number : numbers) {
        const Page& page = *m_pages.at(number);
        for (std::size_t i = 0; i < page.size(); ++i) {
            const std::uintptr_t address = number * kPageBytes + i * kPlaceBytes;
            if (page[i] == 0 || address < first || address >= end)
                continue;
            const std::byte* const place = range.data() + (address - first);
            const Entry& known = entry(page[i]);
            if (bytes_of(known.value.format) <= end - address && holds(place, known.value))
                function(place, known);
        }
    }
}

} // namespace warpstage::simt
