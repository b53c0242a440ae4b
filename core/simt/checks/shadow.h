// Shadow memory of a block's shared memory: one cell of metadata per word of four bytes, and one per byte for words that were
// accessed in parts, so accesses to different bytes of a word do not look like a race. Pages are allocated on first access.
#pragma once

#include "core/simt/checks/recycled.h"

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace warpstage::simt {

inline constexpr std::uint32_t kShadowWordBytes = 4;

// The part of an access's value that belongs to a cell of `bytes` bytes, `first_byte` bytes after the access's start.
// Access::values holds eight bytes; the rest of wider accesses counts as 0.
[[nodiscard]] inline std::uint32_t cell_value(std::uint64_t value, std::uint64_t first_byte, std::uint32_t bytes)
{
    if (first_byte >= sizeof(value))
        return 0;
    const std::uint64_t shifted = value >> (first_byte * 8);
    return static_cast<std::uint32_t>(bytes == kShadowWordBytes ? shifted : shifted & 0xffU);
}

// Cell: its default state means no access; `Cell part(unsigned byte) const` returns the cell of one byte of its word.
template <typename Cell, std::size_t kPageWords> class Shadow {
public:
    explicit Shadow(std::uint64_t bytes)
        : m_pages(static_cast<std::size_t>((bytes + kPageBytes - 1) / kPageBytes))
    {
    }

    // The cell of an aligned word that was never accessed in parts, else null.
    [[nodiscard]] Cell* find_word(std::uint64_t offset)
    {
        Page* page = m_pages[static_cast<std::size_t>(offset / kPageBytes)].get();
        const auto word = static_cast<std::size_t>(offset % kPageBytes / kShadowWordBytes);
        if (page == nullptr || offset % kShadowWordBytes != 0 || (!page->bytes.empty() && page->split[word])) [[unlikely]]
            return nullptr;
        return &page->words[word];
    }

    // Calls visit(cell, offset, bytes of the cell) for the cells of a range inside the buffer.
    template <typename Visit> void visit(std::uint64_t offset, std::uint64_t bytes, Visit&& visit)
    {
        const std::uint64_t end = offset + bytes;
        while (offset != end) {
            Page& page = page_of(offset);
            const auto word = static_cast<std::size_t>(offset % kPageBytes / kShadowWordBytes);
            const auto byte = static_cast<unsigned>(offset % kShadowWordBytes);
            const bool whole = byte == 0 && end - offset >= kShadowWordBytes;
            if (whole && !page.split[word]) {
                visit(page.words[word], offset, kShadowWordBytes);
                offset += kShadowWordBytes;
            } else {
                split(page, word);
                visit(page.bytes[word * kShadowWordBytes + byte], offset, 1U);
                ++offset;
            }
        }
    }

private:
    static constexpr std::uint64_t kPageBytes = kPageWords * kShadowWordBytes;

    struct Page : Recycled<Page> {
        std::array<Cell, kPageWords> words {};
        std::bitset<kPageWords> split;
        std::vector<Cell> bytes; // empty unless a word is split
    };

    Page& page_of(std::uint64_t offset)
    {
        std::unique_ptr<Page>& page = m_pages[static_cast<std::size_t>(offset / kPageBytes)];
        if (page == nullptr)
            page = std::make_unique<Page>();
        return *page;
    }

    void split(Page& page, std::size_t word)
    {
        if (page.split[word])
            return;
        page.split.set(word);
        page.bytes.resize(kPageWords * kShadowWordBytes);
        for (unsigned byte = 0; byte < kShadowWordBytes; ++byte)
            page.bytes[word * kShadowWordBytes + byte] = page.words[word].part(byte);
    }

    std::vector<std::unique_ptr<Page>> m_pages;
};

} // namespace warpstage::simt
