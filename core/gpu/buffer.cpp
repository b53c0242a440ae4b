#include "core/gpu/buffer.h"

#include "core/gpu/driver/driver_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpstage::gpu {

namespace {

// The driver rejects allocations of zero bytes.
std::size_t at_least_one(std::size_t bytes)
{
    return std::max<std::size_t>(bytes, 1);
}

} // namespace

Result<Buffer> Buffer::allocate(std::shared_ptr<Context> context, std::size_t bytes, std::string_view what)
{
    CUdeviceptr address = 0;
    if (const auto status = context->functions().mem_alloc(&address, at_least_one(bytes)); status != CUDA_SUCCESS)
        return context->failure(status, fmt::format("Allocating {} bytes of GPU memory for {}", bytes, what));
    return Buffer { std::move(context), address, bytes };
}

Buffer::Buffer(std::shared_ptr<Context> context, DeviceAddress address, std::size_t bytes)
    : m_context(std::move(context))
    , m_address(address)
    , m_bytes(bytes)
{
}

Buffer::Buffer(Buffer&& other) noexcept = default;

Buffer& Buffer::operator=(Buffer&& other) noexcept
{
    std::swap(m_context, other.m_context);
    std::swap(m_address, other.m_address);
    std::swap(m_bytes, other.m_bytes);
    return *this;
}

Buffer::~Buffer()
{
    if (m_context != nullptr)
        m_context->functions().mem_free(m_address);
}

Result<HostBuffer> HostBuffer::allocate(std::shared_ptr<Context> context, std::size_t bytes, std::string_view what)
{
    void* start = nullptr;
    if (const auto status = context->functions().mem_host_alloc(&start, at_least_one(bytes), 0); status != CUDA_SUCCESS)
        return context->failure(status, fmt::format("Allocating {} bytes of pinned host memory for {}", bytes, what));
    return HostBuffer { std::move(context), { static_cast<std::byte*>(start), bytes } };
}

HostBuffer::HostBuffer(std::shared_ptr<Context> context, std::span<std::byte> bytes)
    : m_context(std::move(context))
    , m_bytes(bytes)
{
}

HostBuffer::HostBuffer(HostBuffer&& other) noexcept = default;

HostBuffer& HostBuffer::operator=(HostBuffer&& other) noexcept
{
    std::swap(m_context, other.m_context);
    std::swap(m_bytes, other.m_bytes);
    return *this;
}

HostBuffer::~HostBuffer()
{
    if (m_context != nullptr)
        m_context->functions().mem_free_host(m_bytes.data());
}

} // namespace warpstage::gpu
