// GPU memory (never managed, because page faults of managed memory would disturb every timing), and pinned host memory, which the
// GPU's copy engines access directly.
#pragma once

#include "core/base/result.h"
#include "core/gpu/context.h"
#include "core/gpu/driver/handles.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace warpstage::gpu {

class Buffer {
public:
    // `what` names it in error messages: "buffer `x`".
    [[nodiscard]] static Result<Buffer> allocate(std::shared_ptr<Context> context, std::size_t bytes, std::string_view what);

    Buffer(Buffer&& other) noexcept;
    Buffer& operator=(Buffer&& other) noexcept;
    ~Buffer();

    [[nodiscard]] DeviceAddress address() const { return m_address; }
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }

private:
    Buffer(std::shared_ptr<Context> context, DeviceAddress address, std::size_t bytes);

    std::shared_ptr<Context> m_context; // null when moved from
    DeviceAddress m_address = 0;
    std::size_t m_bytes = 0;
};

class HostBuffer {
public:
    [[nodiscard]] static Result<HostBuffer> allocate(std::shared_ptr<Context> context, std::size_t bytes, std::string_view what);

    HostBuffer(HostBuffer&& other) noexcept;
    HostBuffer& operator=(HostBuffer&& other) noexcept;
    ~HostBuffer();

    [[nodiscard]] std::span<std::byte> bytes() const { return m_bytes; }

private:
    HostBuffer(std::shared_ptr<Context> context, std::span<std::byte> bytes);

    std::shared_ptr<Context> m_context; // null when moved from
    std::span<std::byte> m_bytes;
};

} // namespace warpstage::gpu
