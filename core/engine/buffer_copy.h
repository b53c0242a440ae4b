// The content of a buffer at one moment. The copy to the host may take tenths of a second and runs in another thread while steps
// continue.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace warpstage::engine {

// Must be destroyed before the engine that created it.
class BufferCopy {
public:
    BufferCopy() = default;
    BufferCopy(const BufferCopy&) = delete;
    BufferCopy& operator=(const BufferCopy&) = delete;
    virtual ~BufferCopy() = default;

    // Returns the content, once; blocks and may be called from any thread. Errors: the GPU has failed in the meantime.
    [[nodiscard]] virtual Result<std::vector<std::byte>> fetch() = 0;
};

// A copy that is already on the host.
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
