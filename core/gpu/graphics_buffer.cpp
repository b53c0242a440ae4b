#include "core/gpu/graphics_buffer.h"

#include "core/gpu/driver/driver_error.h"
#include "core/gpu/driver/driver_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace warpstage::gpu {

namespace {

// Success if OpenGL draws on this GPU. A driver may also register buffers of another GPU and then copy them, which is slower than
// copies through the host.
CUresult find_gpu_of_opengl(const Context& context)
{
    std::array<CUdevice, 64> devices {};
    unsigned count = 0;
    const auto status =
        context.functions().gl_get_devices(&count, devices.data(), static_cast<unsigned>(devices.size()), kAllDevicesOfOpenGl);
    if (status != CUDA_SUCCESS)
        return status;
    const auto found = std::span { devices }.first(std::min<std::size_t>(count, devices.size()));
    return std::ranges::find(found, context.device_handle()) != found.end() ? CUDA_SUCCESS : CUDA_ERROR_NO_DEVICE;
}

} // namespace

Result<std::shared_ptr<GraphicsBuffer>> GraphicsBuffer::register_gl(
    std::shared_ptr<Context> context, unsigned gl_name, std::string_view what)
{
    CUgraphicsResource handle = nullptr;
    auto status = find_gpu_of_opengl(*context);
    // No access hint: kernels read and write it, and unwritten data must be preserved.
    if (status == CUDA_SUCCESS)
        status = context->functions().graphics_gl_register_buffer(&handle, gl_name, CU_GRAPHICS_REGISTER_FLAGS_NONE);
    if (is_fault(status))
        return context->failure(status, "Sharing a buffer with OpenGL");
    if (status != CUDA_SUCCESS) {
        const auto reason = status == CUDA_ERROR_NO_DEVICE ? "OpenGL draws on another GPU or on the processor"
                                                           : status_text(context->functions(), status);
        return Error { fmt::format(
            "OpenGL does not share {} with GPU {} ({}): {}. Data is copied through the host; draw on the same "
            "NVIDIA GPU to avoid that.",
            what, context->device().index, context->device().name, reason) };
    }
    return std::shared_ptr<GraphicsBuffer> { new GraphicsBuffer { std::move(context), handle } };
}

GraphicsBuffer::GraphicsBuffer(std::shared_ptr<Context> context, GraphicsHandle handle)
    : m_context(std::move(context))
    , m_handle(handle)
{
}

GraphicsBuffer::~GraphicsBuffer()
{
    m_context->functions().graphics_unregister(m_handle);
}

Result<GraphicsMapping> GraphicsMapping::map(Stream& stream, std::span<const std::shared_ptr<GraphicsBuffer>> buffers)
{
    GraphicsMapping mapping { stream, buffers };
    if (buffers.empty())
        return mapping;
    auto& context = *stream.context();
    const auto count = static_cast<unsigned>(mapping.m_handles.size());
    if (const auto status = context.functions().graphics_map(count, mapping.m_handles.data(), stream.handle());
        status != CUDA_SUCCESS) {
        mapping.m_buffers.clear();
        return context.failure(status, "Mapping the shared OpenGL buffers");
    }
    for (auto* const handle : mapping.m_handles) {
        auto& range = mapping.m_ranges.emplace_back();
        if (const auto status = context.functions().graphics_get_pointer(&range.address, &range.bytes, handle);
            status != CUDA_SUCCESS)
            return context.failure(status, "Querying the address of a shared OpenGL buffer");
    }
    return mapping;
}

GraphicsMapping::GraphicsMapping(Stream& stream, std::span<const std::shared_ptr<GraphicsBuffer>> buffers)
    : m_stream(&stream)
    , m_buffers(buffers.begin(), buffers.end())
{
    for (const auto& buffer : m_buffers)
        m_handles.push_back(buffer->handle());
}

GraphicsMapping::GraphicsMapping(GraphicsMapping&& other) noexcept
    : m_stream(other.m_stream)
    , m_buffers(std::exchange(other.m_buffers, {}))
    , m_handles(std::move(other.m_handles))
    , m_ranges(std::move(other.m_ranges))
{
}

GraphicsMapping::~GraphicsMapping()
{
    const auto ignored = unmap();
    static_cast<void>(ignored);
}

Result<void> GraphicsMapping::unmap()
{
    if (m_buffers.empty())
        return {};
    const auto buffers = std::exchange(m_buffers, {}); // kept alive until the driver has unmapped it
    auto& context = *m_stream->context();
    const auto count = static_cast<unsigned>(m_handles.size());
    if (const auto status = context.functions().graphics_unmap(count, m_handles.data(), m_stream->handle());
        status != CUDA_SUCCESS)
        return context.failure(status, "Unmapping the shared OpenGL buffers");
    return {};
}

} // namespace warpstage::gpu
