// Memory: allocation, registration, pointers and symbols.
#include "app/runtime/api.h"
#include "app/runtime/pools.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

namespace {

// cudaMemoryType.
constexpr int kUnregistered = 0;
constexpr int kHost = 1;
constexpr int kDeviceType = 2;
constexpr int kManaged = 3;

double gibibytes(std::uint64_t bytes)
{
    return static_cast<double>(bytes) / static_cast<double>(std::uint64_t { 1 } << 30);
}

// For a function that the capture of a stream can forbid.
template <typename Function> Status call_outside_capture(Function function)
{
    const Status permitted = call([](Device& shared) { return shared.streams.check_unsafe_call(); });
    return permitted != Status::success ? permitted : call(function);
}

Status allocate(void** result, std::size_t bytes, MemoryKind kind, unsigned int flags = 0)
{
    if (result == nullptr)
        return invalid_value();
    return call_outside_capture([&](Device& shared) {
        const Status status = shared.memory.allocate(result, bytes, kind, flags);
        if (status != Status::memory_allocation || !shared.memory.is_too_large_for_host(bytes))
            return Failure { status, {} };
        return Failure { status,
            fmt::format(
                "An allocation returns cudaErrorMemoryAllocation: the device has {:.0f} GiB, but this process can use {:.1f} "
                "GiB of the computer's memory.",
                gibibytes(shared.memory.limit()), gibibytes(shared.memory.host_limit())) };
    });
}

std::size_t pitch_of(std::size_t width)
{
    return (width + Memory::kPitchAlignment - 1) / Memory::kPitchAlignment * Memory::kPitchAlignment;
}

// Freeing waits for all work of the device.
Status release(void* pointer, MemoryKind kind)
{
    return call_outside_capture([&](Device& shared) {
        const Status finished = shared.streams.synchronize_all();
        return finished != Status::success ? finished : shared.memory.release(pointer, leave_pool(pointer).value_or(kind));
    });
}

} // namespace

WARPSTAGE_API Status cudaMalloc(void** result, std::size_t bytes)
{
    return allocate(result, bytes, MemoryKind::device);
}

WARPSTAGE_API Status cudaMallocHost(void** result, std::size_t bytes)
{
    return allocate(result, bytes, MemoryKind::pinned);
}

WARPSTAGE_API Status cudaHostAlloc(void** result, std::size_t bytes, unsigned int flags)
{
    constexpr unsigned int kAll = 7; // cudaHostAllocPortable, Mapped and WriteCombined
    return (flags & ~kAll) != 0 ? invalid_value() : allocate(result, bytes, MemoryKind::pinned, flags);
}

WARPSTAGE_API Status cudaMallocManaged(void** result, std::size_t bytes, unsigned int flags)
{
    constexpr unsigned int kGlobal = 1; // cudaMemAttachGlobal
    constexpr unsigned int kHostOnly = 2; // cudaMemAttachHost
    return flags == kGlobal || flags == kHostOnly ? allocate(result, bytes, MemoryKind::managed, flags) : invalid_value();
}

WARPSTAGE_API Status cudaMalloc3D(PitchedPointer* result, Extent extent)
{
    if (result == nullptr)
        return invalid_value();
    // Modulo 2^64, as an H200: it accepts 2^63 + 1 bytes x 12 rows, and refuses rows that leave nothing, but not 2^64 rows.
    const std::size_t rows = extent.height * extent.depth;
    const std::size_t bytes = pitch_of(extent.width) * rows;
    if (bytes == 0 && extent.width != 0 && rows != 0)
        return invalid_value();
    result->pitch = bytes == 0 ? 0 : pitch_of(extent.width); // as an H200
    result->xsize = extent.width;
    result->ysize = extent.height;
    return allocate(&result->pointer, bytes, MemoryKind::device);
}

WARPSTAGE_API Status cudaMallocPitch(void** result, std::size_t* pitch, std::size_t width, std::size_t height)
{
    if (pitch == nullptr)
        return invalid_value();
    PitchedPointer allocated {};
    const Status status = result == nullptr ? invalid_value() : cudaMalloc3D(&allocated, { width, height, 1 });
    if (status == Status::success) {
        *result = allocated.pointer;
        *pitch = pitch_of(width);
    }
    return status;
}

WARPSTAGE_API Status cudaMalloc3DArray(Array** result, const ChannelFormat* format, Extent extent, unsigned int flags)
{
    if (result == nullptr || format == nullptr)
        return invalid_value();
    return call_outside_capture([&](Device& shared) { return shared.memory.allocate_array(result, *format, extent, flags); });
}

WARPSTAGE_API Status cudaMallocArray(
    Array** result, const ChannelFormat* format, std::size_t width, std::size_t height, unsigned int flags)
{
    return cudaMalloc3DArray(result, format, { width, height, 0 }, flags);
}

WARPSTAGE_API Status cudaFree(void* pointer)
{
    return release(pointer, MemoryKind::device);
}

// A captured graph uses its memory again in each launch: it is not freed.
WARPSTAGE_API Status cudaFreeAsync(void* pointer, Stream* stream)
{
    return call([&](Device& shared) {
        const Stream* known = shared.streams.find(stream);
        if (known == nullptr)
            return Status::invalid_handle;
        if (known->capture != nullptr)
            return shared.streams.submit(stream, NodeType::release, {});
        const auto free = [&shared, pointer] {
            return shared.memory.release(pointer, leave_pool(pointer).value_or(MemoryKind::device));
        };
        const bool waits = shared.streams.is_late() && pointer != nullptr
            && shared.memory.check_release(pointer, MemoryKind::device) == Status::success;
        return waits ? shared.streams.submit(stream, NodeType::release, free) : free();
    });
}

WARPSTAGE_API Status cudaFreeHost(void* pointer)
{
    return release(pointer, MemoryKind::pinned);
}

WARPSTAGE_API Status cudaFreeArray(Array* array)
{
    return call_outside_capture([&](Device& shared) {
        const Status finished = shared.streams.synchronize_all();
        return finished != Status::success ? finished : shared.memory.release_array(array);
    });
}

WARPSTAGE_API Status cudaArrayGetInfo(ChannelFormat* format, Extent* extent, unsigned int* flags, const Array* array)
{
    if (array == nullptr)
        return invalid_value();
    if (format != nullptr)
        *format = array->format;
    if (extent != nullptr)
        *extent = array->extent;
    if (flags != nullptr)
        *flags = array->flags;
    return Status::success;
}

WARPSTAGE_API Status cudaGetChannelDesc(ChannelFormat* format, const Array* array)
{
    if (format == nullptr || array == nullptr)
        return invalid_value();
    *format = array->format;
    return Status::success;
}

WARPSTAGE_API ChannelFormat cudaCreateChannelDesc(int x, int y, int z, int w, int format)
{
    return { x, y, z, w, format };
}

WARPSTAGE_API Status cudaHostRegister(void* pointer, std::size_t bytes, unsigned int flags)
{
    return call_outside_capture([&](Device& shared) { return shared.memory.register_host(pointer, bytes, flags); });
}

WARPSTAGE_API Status cudaHostUnregister(void* pointer)
{
    return call_outside_capture([&](Device& shared) {
        const Status finished = shared.streams.synchronize_all();
        return finished != Status::success ? finished : shared.memory.unregister_host(pointer);
    });
}

WARPSTAGE_API Status cudaHostGetDevicePointer(void** result, void* host, unsigned int /*flags*/)
{
    return call([&](Device& shared) {
        if (result == nullptr || shared.memory.find(host) == nullptr)
            return Status::invalid_value;
        *result = host;
        return Status::success;
    });
}

WARPSTAGE_API Status cudaHostGetFlags(unsigned int* flags, void* host)
{
    return call([&](Device& shared) {
        const Allocation* allocation = shared.memory.find(host);
        if (flags == nullptr || allocation == nullptr)
            return Status::invalid_value;
        *flags = allocation->flags;
        return Status::success;
    });
}

WARPSTAGE_API Status cudaPointerGetAttributes(PointerAttributes* result, const void* pointer)
{
    if (result == nullptr)
        return invalid_value();
    return call([&](Device& shared) {
        *result = {};
        result->device = -2; // cudaInvalidDeviceId
        result->type = kUnregistered;
        result->host_pointer = const_cast<void*>(pointer);
        const Allocation* allocation = shared.memory.find(pointer);
        if (allocation == nullptr)
            return Status::success;
        result->device = 0;
        result->device_pointer = const_cast<void*>(pointer);
        switch (allocation->kind) {
        case MemoryKind::device:
            result->type = kDeviceType;
            result->host_pointer = nullptr;
            break;
        case MemoryKind::managed:
            result->type = kManaged;
            break;
        case MemoryKind::pinned:
        case MemoryKind::registered:
            result->type = kHost;
            break;
        }
        return Status::success;
    });
}

WARPSTAGE_API Status cudaMemGetInfo(std::size_t* free, std::size_t* total)
{
    return call([&](Device& shared) {
        if (free != nullptr)
            *free = shared.memory.free_bytes();
        if (total != nullptr)
            *total = shared.memory.limit();
        return Status::success;
    });
}

WARPSTAGE_API Status cudaGetSymbolAddress(void** result, const void* symbol)
{
    if (result == nullptr)
        return invalid_value();
    return call([&](Device& shared) {
        Failure failure { Status::success, {} };
        std::size_t bytes = 0;
        *result = shared.modules.address(symbol, bytes, failure);
        return failure;
    });
}

WARPSTAGE_API Status cudaGetSymbolSize(std::size_t* result, const void* symbol)
{
    if (result == nullptr)
        return invalid_value();
    return call([&](Device& shared) {
        Failure failure { Status::success, {} };
        if (shared.modules.address(symbol, *result, failure) == nullptr)
            *result = 0;
        return failure;
    });
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)
