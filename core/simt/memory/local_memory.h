// The local memory of one warp's threads: each thread has its own bytes, which grow with nested calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace warpstage::simt {

class LocalMemory {
public:
    // Gives every thread at least this many bytes; existing bytes keep their content, new ones are 0. Throws std::bad_alloc.
    void reserve(std::uint64_t bytes);
    // Zeroes everything that may have been written since the last call.
    void clear();

    [[nodiscard]] std::byte* data() { return m_bytes.get(); }
    [[nodiscard]] std::uint64_t stride() const { return m_stride; }

private:
    struct Free {
        void operator()(std::byte* bytes) const { std::free(bytes); }
    };

    std::unique_ptr<std::byte, Free> m_bytes; // [lane][byte]
    std::uint64_t m_stride = 0;
    std::uint64_t m_used = 0; // the largest number reserved since clear()
};

} // namespace warpstage::simt
