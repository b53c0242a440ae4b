// The initial content of a buffer: immutable, shared by all plans that start with it, so that seven ways to add the same numbers
// do not hold seven copies.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace warpstage::problem {

class SharedBytes {
public:
    SharedBytes() = default;
    SharedBytes(std::vector<std::byte> bytes)
        : m_bytes(std::make_shared<const std::vector<std::byte>>(std::move(bytes)))
    {
    }

    [[nodiscard]] std::size_t size() const { return m_bytes == nullptr ? 0 : m_bytes->size(); }
    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] const std::byte* data() const { return m_bytes == nullptr ? nullptr : m_bytes->data(); }
    [[nodiscard]] const std::byte* begin() const { return data(); }
    [[nodiscard]] const std::byte* end() const { return data() + size(); }
    [[nodiscard]] std::vector<std::byte> copy() const { return { begin(), end() }; }

private:
    std::shared_ptr<const std::vector<std::byte>> m_bytes;
};

} // namespace warpstage::problem
