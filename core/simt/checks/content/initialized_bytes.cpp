#include "core/simt/checks/content/initialized_bytes.h"

#include "core/base/verify.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace warpstage::simt {

namespace {

constexpr std::uint64_t kBits = 64;

// `count` bits starting at bit `first`; first + count <= 64.
std::uint64_t bits(std::uint64_t first, std::uint64_t count)
{
    const std::uint64_t ones = count == kBits ? ~std::uint64_t { 0 } : (std::uint64_t { 1 } << count) - 1;
    return ones << first;
}

} // namespace

InitializedBytes::InitializedBytes(std::uint64_t bytes)
    : m_bytes(static_cast<std::size_t>((bytes + kBits - 1) / kBits * sizeof(std::uint64_t)))
    , m_words(reinterpret_cast<std::uint64_t*>(m_bytes.data()), static_cast<std::size_t>((bytes + kBits - 1) / kBits))
    , m_size(bytes)
{
}

void InitializedBytes::clear()
{
    m_complete = false;
    std::fill(m_words.begin(), m_words.end(), std::uint64_t { 0 });
}

void InitializedBytes::mark_all()
{
    m_complete = true;
    std::fill(m_words.begin(), m_words.end(), ~std::uint64_t { 0 });
}

void InitializedBytes::mark(std::uint64_t offset, std::uint64_t bytes)
{
    VERIFY(bytes == 0 || (offset + bytes - 1) / kBits < m_words.size());
    m_complete = m_complete || bytes == m_size;
    while (bytes != 0) {
        const std::uint64_t first = offset % kBits;
        const std::uint64_t count = std::min(bytes, kBits - first);
        m_words[static_cast<std::size_t>(offset / kBits)] |= bits(first, count);
        offset += count;
        bytes -= count;
    }
}

void InitializedBytes::unmark(std::uint64_t offset, std::uint64_t bytes)
{
    VERIFY(bytes == 0 || (offset + bytes - 1) / kBits < m_words.size());
    m_complete = m_complete && bytes == 0;
    while (bytes != 0) {
        const std::uint64_t first = offset % kBits;
        const std::uint64_t count = std::min(bytes, kBits - first);
        m_words[static_cast<std::size_t>(offset / kBits)] &= ~bits(first, count);
        offset += count;
        bytes -= count;
    }
}

std::optional<std::uint64_t> InitializedBytes::first_unwritten_element(
    std::uint64_t offset, std::uint64_t bytes, std::uint32_t element) const
{
    for (const std::uint64_t end = offset + bytes; offset < end; offset += element) {
        std::uint32_t unwritten = 0;
        while (unwritten < element && !is_marked(offset + unwritten, 1))
            ++unwritten;
        if (unwritten == element)
            return offset;
    }
    return std::nullopt;
}

std::optional<std::uint64_t> InitializedBytes::first_unmarked(std::uint64_t offset, std::uint64_t bytes) const
{
    VERIFY(bytes == 0 || (offset + bytes - 1) / kBits < m_words.size());
    while (bytes != 0) {
        const std::uint64_t first = offset % kBits;
        const std::uint64_t count = std::min(bytes, kBits - first);
        const std::uint64_t missing = ~m_words[static_cast<std::size_t>(offset / kBits)] & bits(first, count);
        if (missing != 0)
            return offset - first + static_cast<std::uint64_t>(std::countr_zero(missing));
        offset += count;
        bytes -= count;
    }
    return std::nullopt;
}

} // namespace warpstage::simt
