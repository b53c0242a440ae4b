// A CUDA stream: copies and launches run in sequence, asynchronously to the host.
#pragma once

#include "core/base/dim3.h"
#include "core/base/result.h"
#include "core/gpu/context.h"
#include "core/gpu/driver/handles.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace warpstage::gpu {

struct LaunchShape {
    Dim3 grid;
    Dim3 block;
    std::uint32_t shared_bytes = 0; // dynamic
};

// Every function except synchronize() only enqueues work. Errors during execution are reported by a later call.
class Stream {
public:
    [[nodiscard]] static Result<Stream> create(std::shared_ptr<Context> context);

    Stream(Stream&& other) noexcept;
    Stream& operator=(Stream&& other) = delete;
    ~Stream();

    // The host memory must not change until the copy has completed.
    [[nodiscard]] Result<void> upload(DeviceAddress to, std::span<const std::byte> from);
    [[nodiscard]] Result<void> download(std::span<std::byte> to, DeviceAddress from);
    [[nodiscard]] Result<void> copy(DeviceAddress to, DeviceAddress from, std::size_t bytes);
    [[nodiscard]] Result<void> clear(DeviceAddress to, std::size_t bytes);

    // `arguments`: one pointer per parameter of the kernel; their values are read before launch() returns. `name` is for error
    // messages.
    [[nodiscard]] Result<void> launch(
        FunctionHandle function, const LaunchShape& shape, std::span<void*> arguments, std::string_view name);

    // Blocks until all enqueued work has completed. An Error is a fault.
    [[nodiscard]] Result<void> synchronize();

    [[nodiscard]] StreamHandle handle() const { return m_handle; }
    [[nodiscard]] const std::shared_ptr<Context>& context() const { return m_context; }

private:
    Stream(std::shared_ptr<Context> context, StreamHandle handle);

    std::shared_ptr<Context> m_context; // null when moved from
    StreamHandle m_handle = nullptr;
};

} // namespace warpstage::gpu
