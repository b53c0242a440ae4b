#include "core/engine/gpu/gpu_copy.h"

#include <utility>

namespace warpstage::engine {

Result<std::unique_ptr<BufferCopy>> GpuCopy::make(
    gpu::Stream& stream, gpu::DeviceAddress from, std::size_t bytes, std::string_view what)
{
    auto buffer = gpu::Buffer::allocate(stream.context(), bytes, what);
    if (!buffer)
        return buffer.error();
    auto copied = gpu::Event::create(stream.context(), gpu::Event::Purpose::completion);
    if (!copied)
        return copied.error();
    auto own = gpu::Stream::create(stream.context());
    if (!own)
        return own.error();
    if (auto done = stream.copy(buffer->address(), from, bytes); !done)
        return done.error();
    if (auto done = copied->record(stream); !done)
        return done.error();
    if (auto done = copied->hold(*own); !done)
        return done.error();
    return std::unique_ptr<BufferCopy> { new GpuCopy { std::move(*buffer), std::move(*copied), std::move(*own) } };
}

GpuCopy::GpuCopy(gpu::Buffer buffer, gpu::Event copied, gpu::Stream own)
    : m_buffer(std::move(buffer))
    , m_copied(std::move(copied))
    , m_own(std::move(own))
{
}

GpuCopy::~GpuCopy()
{
    // Freeing uses the current context, and this may be any thread.
    static_cast<void>(m_own.context()->make_current());
}

Result<std::vector<std::byte>> GpuCopy::fetch()
{
    if (auto current = m_own.context()->make_current(); !current)
        return current.error();
    std::vector<std::byte> content(m_buffer.bytes());
    const auto enqueued = m_own.download(content, m_buffer.address());
    const auto ended = m_own.synchronize(); // always: no copy may be in flight into memory that is freed after an Error
    if (!enqueued)
        return enqueued.error();
    if (!ended)
        return ended.error();
    return content;
}

} // namespace warpstage::engine
