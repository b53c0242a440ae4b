// Which bytes of a buffer have been written: one bit per byte.
#pragma once

#include "core/base/zeroed_bytes.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace warpstage::simt {

class InitializedBytes {
public:
    // None of `bytes` bytes is initialized. Throws std::bad_alloc.
    explicit InitializedBytes(std::uint64_t bytes);

    void clear();
    // offset + bytes must not exceed the size.
    void mark(std::uint64_t offset, std::uint64_t bytes);
    void mark_all();
    // Whether all of it is known to be written.
    [[nodiscard]] bool is_complete() const { return m_complete; }
    // The range counts as not written.
    void unmark(std::uint64_t offset, std::uint64_t bytes);
    // Whether the whole range has been written.
    [[nodiscard]] bool is_marked(std::uint64_t offset, std::uint64_t bytes) const
    {
        const std::uint64_t first = offset % 64;
        if (first == 0 && bytes == 128)
            return (m_words[static_cast<std::size_t>(offset / 64)] & m_words[static_cast<std::size_t>(offset / 64 + 1)])
                == ~std::uint64_t { 0 };
        if (first + bytes > 64 || bytes == 64) [[unlikely]]
            return !first_unmarked(offset, bytes);
        const std::uint64_t wanted = ((std::uint64_t { 1 } << bytes) - 1) << first;
        return (m_words[static_cast<std::size_t>(offset / 64)] & wanted) == wanted;
    }
    // The first byte of the first element of which nothing has been written; `bytes` is a multiple of `element`. Elements that
    // are partly written are structures with padding.
    [[nodiscard]] std::optional<std::uint64_t> first_unwritten_element(
        std::uint64_t offset, std::uint64_t bytes, std::uint32_t element) const;
    // The first byte of the range that has not been written.
    [[nodiscard]] std::optional<std::uint64_t> first_unmarked(std::uint64_t offset, std::uint64_t bytes) const;

private:
    ZeroedBytes m_bytes; // those of the words: a large buffer of which little is written costs little
    std::span<std::uint64_t> m_words;
    std::uint64_t m_size;
    bool m_complete = false; // by one mark
};

} // namespace warpstage::simt
