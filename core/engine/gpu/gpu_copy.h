// A copy of a buffer within the GPU, which takes microseconds, and its way to the host beside the steps.
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
    // Enqueues the copy behind what the stream was given before. Errors: the GPU has no room for it, or has failed. `what` names
    // the buffer in their sentences.
    [[nodiscard]] static Result<std::unique_ptr<BufferCopy>> make(
        gpu::Stream& stream, gpu::DeviceAddress from, std::size_t bytes, std::string_view what);
    ~GpuCopy() override;

    [[nodiscard]] Result<std::vector<std::byte>> fetch() override;

private:
    GpuCopy(gpu::Buffer buffer, gpu::Event copied, gpu::Stream own);

    gpu::Buffer m_buffer;
    gpu::Event m_copied;
    gpu::Stream m_own; // of the way to the host: the engine's goes on with the next step
};

} // namespace warpstage::engine
