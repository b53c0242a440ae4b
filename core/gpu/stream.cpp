#include "core/gpu/stream.h"

#include "core/gpu/driver/driver_functions.h"

#include <fmt/format.h>

#include <utility>

namespace warpstage::gpu {

namespace {

std::string text_of(const Dim3& extent)
{
    return fmt::format("{}×{}×{}", extent.x, extent.y, extent.z);
}

} // namespace

Result<Stream> Stream::create(std::shared_ptr<Context> context)
{
    CUstream handle = nullptr;
    // Non-blocking: without implicit synchronization with the default stream, which other libraries of the process may use.
    if (const auto status = context->functions().stream_create(&handle, CU_STREAM_NON_BLOCKING); status != CUDA_SUCCESS)
        return context->failure(status, "Creating a stream on the GPU");
    return Stream { std::move(context), handle };
}

Stream::Stream(std::shared_ptr<Context> context, StreamHandle handle)
    : m_context(std::move(context))
    , m_handle(handle)
{
}

Stream::Stream(Stream&& other) noexcept = default;

Stream::~Stream()
{
    if (m_context != nullptr)
        m_context->functions().stream_destroy(m_handle);
}

Result<void> Stream::upload(DeviceAddress to, std::span<const std::byte> from)
{
    if (from.empty())
        return {};
    if (const auto status = m_context->functions().copy_to_device_async(to, from.data(), from.size(), m_handle);
        status != CUDA_SUCCESS)
        return m_context->failure(status, fmt::format("Copying {} bytes to the GPU", from.size()));
    return {};
}

Result<void> Stream::download(std::span<std::byte> to, DeviceAddress from)
{
    if (to.empty())
        return {};
    if (const auto status = m_context->functions().copy_to_host_async(to.data(), from, to.size(), m_handle);
        status != CUDA_SUCCESS)
        return m_context->failure(status, fmt::format("Copying {} bytes from the GPU", to.size()));
    return {};
}

Result<void> Stream::copy(DeviceAddress to, DeviceAddress from, std::size_t bytes)
{
    if (bytes == 0)
        return {};
    if (const auto status = m_context->functions().copy_on_device_async(to, from, bytes, m_handle); status != CUDA_SUCCESS)
        return m_context->failure(status, fmt::format("Copying {} bytes on the GPU", bytes));
    return {};
}

Result<void> Stream::clear(DeviceAddress to, std::size_t bytes)
{
    if (bytes == 0)
        return {};
    if (const auto status = m_context->functions().set_bytes_async(to, 0, bytes, m_handle); status != CUDA_SUCCESS)
        return m_context->failure(status, fmt::format("Clearing {} bytes on the GPU", bytes));
    return {};
}

Result<void> Stream::launch(FunctionHandle function, const LaunchShape& shape, std::span<void*> arguments, std::string_view name)
{
    const auto status = m_context->functions().launch_kernel(function, shape.grid.x, shape.grid.y, shape.grid.z, shape.block.x,
        shape.block.y, shape.block.z, shape.shared_bytes, m_handle, arguments.data(), nullptr);
    if (status != CUDA_SUCCESS) {
        return m_context->failure(status,
            fmt::format("Launching kernel `{}` with grid {}, block {} and {} bytes of dynamic shared memory", name,
                text_of(shape.grid), text_of(shape.block), shape.shared_bytes));
    }
    return {};
}

Result<void> Stream::synchronize()
{
    if (const auto status = m_context->functions().stream_synchronize(m_handle); status != CUDA_SUCCESS)
        return m_context->fault(status, "Earlier GPU work");
    return {};
}

} // namespace warpstage::gpu
