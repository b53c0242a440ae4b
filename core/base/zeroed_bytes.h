// Zeroed memory for the contents of buffers. Pages of large ones are committed when they are first written, so a buffer of which
// little is used costs little.
#pragma once

#include <cstddef>
#include <utility>

namespace warpstage {

class ZeroedBytes {
public:
    static constexpr std::size_t kAlignment = 256;

    ZeroedBytes() = default;
    // At least one byte, at a multiple of kAlignment, or of a page if `bytes` is at least kLarge. Throws std::bad_alloc if the
    // computer does not grant the address range.
    explicit ZeroedBytes(std::size_t bytes);
    ZeroedBytes(ZeroedBytes&& other) noexcept
        : m_data(std::exchange(other.m_data, nullptr))
        , m_bytes(other.m_bytes)
    {
    }
    ZeroedBytes& operator=(ZeroedBytes&& other) noexcept
    {
        std::swap(m_data, other.m_data);
        std::swap(m_bytes, other.m_bytes);
        return *this;
    }
    ~ZeroedBytes();

    [[nodiscard]] std::byte* data() const { return m_data; }

    static constexpr std::size_t kLarge = std::size_t { 64 } << 10; // bytes

private:
    std::byte* m_data = nullptr;
    std::size_t m_bytes = 0; // with padding
};

// Bytes that this process can use: the memory of the computer, or the lower limit that the system sets. 0: unknown.
[[nodiscard]] std::size_t usable_memory_bytes();

} // namespace warpstage
