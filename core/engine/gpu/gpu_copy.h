// A copy of a buffer within the GPU, which takes microseconds, and its transfer to the host while steps continue.
#pragma once

#include "core/engine/buffer_copy.h"
#include "core/gpu/buffer.h"
#include "core/gpu/event.h"
#include "core/gpu/stream.h"

#include <memory>
#include <string_view>

namespace warpstage::engine {

class GpuCopy final : public BufferCopy {
public:
    // Enqueues the copy in the stream. Errors: not enough GPU memory, or a failed GPU. `what` names the buffer in their messages.
    [[nodiscard]] static Result<std::unique_ptr<BufferCopy>> make(
        gpu::Stream& stream, gpu::DeviceAddress from, std::size_t bytes, std::string_view what);
    ~GpuCopy() override;

    [[nodiscard]] Result<std::vector<std::byte>> fetch() override;

private:
    GpuCopy(gpu::Buffer buffer, gpu::Event copied, gpu::Stream own);

    gpu::Buffer m_buffer;
    gpu::Event m_copied;
    gpu::Stream m_own; // stream of the transfer to the host; the engine's stream continues with the next step
};

} // namespace warpstage::engine
