#include "core/runtime/late/used_memory.h"

#include <bit>
#include <utility>

namespace warpstage::runtime {

void UsedMemory::want()
{
    m_wanted = true;
    for (const UsedRows& rows : std::exchange(m_rows, {})) {
        for (std::uint64_t slice = 0; slice < rows.slices; ++slice)
            for (std::uint64_t row = 0; row < rows.rows; ++row)
                add(rows.address + slice * rows.slice + row * rows.pitch, rows.bytes, rows.use);
    }
}

void UsedMemory::add(std::uint64_t address, std::uint64_t bytes, Use use)
{
    for (std::uint64_t word = address / kWord; word * kWord < address + bytes; ++word) {
        const std::uint64_t index = word * kWord / kPage;
        if (m_last == nullptr || m_last_index != index) {
            m_last = &m_pages[index]; // stays where it is
            m_last_index = index;
        }
        const std::uint64_t in_page = word % (kPage / kWord);
        m_last->words[static_cast<std::size_t>(use)][in_page / 64] |= std::uint64_t { 1 } << in_page % 64;
    }
}

bool UsedMemory::has(std::uint64_t address, Use use) const
{
    const auto found = m_pages.find(address / kPage);
    if (found == m_pages.end())
        return false;
    const std::uint64_t in_page = address % kPage / kWord;
    const auto bit = [&](Use asked) {
        return (found->second.words[static_cast<std::size_t>(asked)][in_page / 64] >> in_page % 64 & 1U) != 0;
    };
    return bit(use) || bit(Use::atomic);
}

std::optional<std::uint64_t> UsedMemory::conflict(const UsedMemory& one, const UsedMemory& other)
{
    if (one.m_pages.size() > other.m_pages.size())
        return conflict(other, one);
    std::optional<std::uint64_t> first;
    for (const auto& [index, mine] : one.m_pages) {
        const auto theirs = other.m_pages.find(index);
        if (theirs == other.m_pages.end() || (first && index * kPage > *first))
            continue;
        const auto& [reads, writes, mine_atomics, mine_strong] = mine.words;
        const auto& [other_reads, other_writes, their_atomics, their_strong] = theirs->second.words;
        for (std::size_t part = 0; part < kParts; ++part) {
            const std::uint64_t atomics = mine_atomics[part] | mine_strong[part];
            const std::uint64_t other_atomics = their_atomics[part] | their_strong[part];
            const std::uint64_t both = (writes[part] & (other_reads[part] | other_writes[part] | other_atomics))
                | (other_writes[part] & (reads[part] | atomics)) | (atomics & other_reads[part]) | (reads[part] & other_atomics);
            if (both != 0) {
                first = index * kPage + (part * 64 + static_cast<std::uint64_t>(std::countr_zero(both))) * kWord;
                break;
            }
        }
    }
    return first;
}

} // namespace warpstage::runtime
