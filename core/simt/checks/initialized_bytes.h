// Which bytes of a buffer have been written: one bit per byte.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace warpstage::simt {

class InitializedBytes {
public:
    // None of `bytes` bytes is initialized.
    explicit InitializedBytes(std::uint64_t bytes);

    void clear();
    // offset + bytes must not exceed the size.
    void mark(std::uint64_t offset, std::uint64_t bytes);
    void mark_all();
    // The first byte of the range that has not been written.
    [[nodiscard]] std::optional<std::uint64_t> first_unmarked(std::uint64_t offset, std::uint64_t bytes) const;

private:
    std::vector<std::uint64_t> m_words;
};

} // namespace warpstage::simt
