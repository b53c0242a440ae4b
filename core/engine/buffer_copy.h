// What a buffer held at some moment. Bringing it to the host may take tenths of a second, so another thread does that while steps
// go on.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace warpstage::engine {

// Ends before the engine that made it.
class BufferCopy {
public:
    BufferCopy() = default;
    BufferCopy(const BufferCopy&) = delete;
    BufferCopy& operator=(const BufferCopy&) = delete;
    virtual ~BufferCopy() = default;

    // Its content, once; from any thread, which waits. Errors: the GPU has failed meanwhile.
    [[nodiscard]] virtual Result<std::vector<std::byte>> fetch() = 0;
};

// A copy that lies on the host already.
class HostCopy final : public BufferCopy {
public:
    explicit HostCopy(std::vector<std::byte> content)
        : m_content(std::move(content))
    {
    }

    [[nodiscard]] Result<std::vector<std::byte>> fetch() override { return std::move(m_content); }

private:
    std::vector<std::byte> m_content;
};

} // namespace warpstage::engine
