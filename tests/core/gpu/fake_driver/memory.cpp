// Memory and copies of the fake driver. A copy is executed in stream order, not when it is requested.
#include "tests/core/gpu/fake_driver/state.h"

#include <cstring>

namespace fake {

CUresult mem_alloc(CUdeviceptr* address, std::size_t bytes)
{
    if (const auto status = enter_context("cuMemAlloc"); status != CUDA_SUCCESS)
        return status;
    if (bytes == 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (bytes > free_memory())
        return CUDA_ERROR_OUT_OF_MEMORY;
    *address = allocate(bytes);
    return CUDA_SUCCESS;
}

CUresult mem_free(CUdeviceptr address)
{
    drain_all();
    if (state().memory.erase(address) == 0)
        return violation("cuMemFree of memory that does not live", CUDA_ERROR_INVALID_VALUE);
    return enter_context("cuMemFree");
}

CUresult mem_host_alloc(void** address, std::size_t bytes, unsigned int /*flags*/)
{
    if (const auto status = enter_context("cuMemHostAlloc"); status != CUDA_SUCCESS)
        return status;
    std::vector<std::byte> block(bytes);
    auto* const start = block.data();
    *address = start;
    state().pinned.emplace(start, std::move(block));
    return CUDA_SUCCESS;
}

CUresult mem_free_host(void* address)
{
    drain_all();
    if (state().pinned.erase(static_cast<const std::byte*>(address)) == 0)
        return violation("cuMemFreeHost of memory that does not live", CUDA_ERROR_INVALID_VALUE);
    return enter_context("cuMemFreeHost");
}

CUresult copy_to_device_async(CUdeviceptr to, const void* from, std::size_t bytes, CUstream stream)
{
    if (const auto status = enter_context("cuMemcpyHtoDAsync"); status != CUDA_SUCCESS)
        return status;
    // As on a real GPU: pinned memory is read in stream order, other memory immediately.
    const auto* const source = static_cast<const std::byte*>(from);
    std::vector<std::byte> staged;
    if (!state().pinned.contains(source))
        staged.assign(source, source + bytes);
    stream->add([to, source, bytes, staged = std::move(staged)] {
        if (!is_on_device(to, bytes))
            return violation("cuMemcpyHtoDAsync outside the GPU's memory", CUDA_ERROR_INVALID_VALUE);
        std::memcpy(host_pointer(to), staged.empty() ? source : staged.data(), bytes);
        return CUDA_SUCCESS;
    });
    return CUDA_SUCCESS;
}

CUresult copy_to_host_async(void* to, CUdeviceptr from, std::size_t bytes, CUstream stream)
{
    if (const auto status = enter_context("cuMemcpyDtoHAsync"); status != CUDA_SUCCESS)
        return status;
    stream->add([to, from, bytes] {
        if (!is_on_device(from, bytes))
            return violation("cuMemcpyDtoHAsync outside the GPU's memory", CUDA_ERROR_INVALID_VALUE);
        std::memcpy(to, host_pointer(from), bytes);
        return CUDA_SUCCESS;
    });
    return CUDA_SUCCESS;
}

CUresult copy_on_device_async(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream stream)
{
    if (const auto status = enter_context("cuMemcpyDtoDAsync"); status != CUDA_SUCCESS)
        return status;
    stream->add([to, from, bytes] {
        if (!is_on_device(from, bytes) || !is_on_device(to, bytes))
            return violation("cuMemcpyDtoDAsync outside the GPU's memory", CUDA_ERROR_INVALID_VALUE);
        std::memcpy(host_pointer(to), host_pointer(from), bytes);
        return CUDA_SUCCESS;
    });
    return CUDA_SUCCESS;
}

CUresult set_bytes_async(CUdeviceptr to, unsigned char value, std::size_t bytes, CUstream stream)
{
    if (const auto status = enter_context("cuMemsetD8Async"); status != CUDA_SUCCESS)
        return status;
    stream->add([to, value, bytes] {
        if (!is_on_device(to, bytes))
            return violation("cuMemsetD8Async outside the GPU's memory", CUDA_ERROR_INVALID_VALUE);
        std::memset(host_pointer(to), value, bytes);
        return CUDA_SUCCESS;
    });
    return CUDA_SUCCESS;
}

} // namespace fake
