// Memory of the driver API: allocation, copies, fills and pointers.
#include "app/runtime/driver/driver.h"
#include "app/runtime/pools.h"
#include "app/runtime/runtime_functions.h"

#include <bit>

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

namespace {

// One side of CUDA_MEMCPY2D: the type is a CUmemorytype.
struct Side2D {
    std::size_t x; // bytes
    std::size_t y;
    int type;
    void* host;
    void* device;
    Array* array;
    std::size_t pitch;
};

struct Copy2D {
    Side2D source;
    Side2D target;
    std::size_t width; // bytes
    std::size_t height;
};

// One side of CUDA_MEMCPY3D.
struct Side3D {
    std::size_t x; // bytes
    std::size_t y;
    std::size_t z;
    std::size_t level;
    int type;
    void* host;
    void* device;
    Array* array;
    void* reserved;
    std::size_t pitch;
    std::size_t rows; // of a slice
};

struct DriverCopy3D {
    Side3D source;
    Side3D target;
    std::size_t width; // bytes
    std::size_t height;
    std::size_t depth;
};

constexpr int kHostMemory = 1;
constexpr int kArrayMemory = 3;

Rows rows_of_side(const Side3D& side)
{
    const bool is_array = side.type == kArrayMemory;
    const std::size_t pitch = is_array ? side.array->row_bytes() : side.pitch;
    const std::size_t slice = pitch * (is_array ? side.array->rows() : side.rows);
    const auto first =
        is_array ? side.array->address : std::bit_cast<simt::DeviceAddress>(side.type == kHostMemory ? side.host : side.device);
    return { std::bit_cast<const void*>(first + side.z * slice + side.y * pitch + side.x), pitch, slice };
}

Side3D side_of(const Side2D& side)
{
    return { side.x, side.y, 0, 0, side.type, side.host, side.device, side.array, nullptr, side.pitch, 0 };
}

Status copy_sides(const Side3D& target, const Side3D& source, const Extent& extent, Stream* stream)
{
    return in_context([&] {
        const bool missing =
            (target.type == kArrayMemory && target.array == nullptr) || (source.type == kArrayMemory && source.array == nullptr);
        if (missing)
            return Status::invalid_value;
        const Rows to = rows_of_side(target);
        const Rows from = rows_of_side(source);
        return submit_checked(
            stream, NodeType::copy,
            [=](Device& shared) { return shared.memory.check_rows(to, from, extent, CopyKind::by_address); },
            [=](Device& shared) { return shared.memory.copy_rows(to, from, extent, CopyKind::by_address); });
    });
}

Status copy_linear(void* target, const void* source, std::size_t bytes, CopyKind kind, Stream* stream)
{
    return in_context([&] { return cudaMemcpyAsync(target, source, bytes, kind, stream); });
}

Status copy_array_row(const Side3D& target, const Side3D& source, std::size_t bytes, Stream* stream)
{
    return copy_sides(target, source, { bytes, 1, 1 }, stream);
}

Side3D array_side(Array* array, std::size_t offset)
{
    return { offset, 0, 0, 0, kArrayMemory, nullptr, nullptr, array, nullptr, 0, 0 };
}

// Host or device memory.
Side3D linear_side(const void* pointer)
{
    return { 0, 0, 0, 0, kHostMemory, const_cast<void*>(pointer), nullptr, nullptr, nullptr, 0, 0 };
}

Status fill_elements(void* target, std::size_t pitch, std::uint32_t value, std::size_t element_bytes, std::size_t width,
    std::size_t height, Stream* stream)
{
    return in_context([&] {
        return submit_checked(
            stream, NodeType::set,
            [=](Device& shared) {
                return shared.memory.check_set({ target, pitch, 0 }, element_bytes, { width, height, 1 });
            },
            [=](Device& shared) {
                return shared.memory.set_rows({ target, pitch, 0 }, value, element_bytes, { width, height, 1 });
            });
    });
}

Status pointer_attribute(void* result, int number, const void* pointer)
{
    enum Attribute {
        context = 1,
        type,
        device_pointer,
        host_pointer,
        managed = 8,
        ordinal = 9,
        first = 11,
        bytes = 12,
        pool = 17
    };
    PointerAttributes all;
    if (const Status status = cudaPointerGetAttributes(&all, pointer); status != Status::success)
        return status;
    if (all.type == 0)
        return Status::invalid_value;
    constexpr int kManagedType = 3;
    constexpr unsigned int kDeviceMemory = 2;
    const auto* region = device().memory.vm().nearest(std::bit_cast<simt::DeviceAddress>(pointer));
    const auto set = [result](auto value) {
        *static_cast<decltype(value)*>(result) = value;
        return Status::success;
    };
    switch (number) {
    case context:
        return set(&primary_context());
    case type:
        return set(all.type == kManagedType ? kDeviceMemory : static_cast<unsigned int>(all.type));
    case device_pointer:
        return set(all.device_pointer);
    case host_pointer:
        return all.host_pointer == nullptr ? Status::invalid_value : set(all.host_pointer);
    case managed:
        return set(static_cast<unsigned int>(all.type == kManagedType));
    case ordinal:
        return set(0);
    case first:
        return set(region->base);
    case bytes:
        return set(static_cast<std::size_t>(region->size));
    case pool:
        return set(pool_of(pointer));
    default:
        return Status::not_supported;
    }
}

} // namespace

WARPSTAGE_API Status cuMemAlloc_v2(void** result, std::size_t bytes)
{
    return in_context([&] { return bytes == 0 ? Status::invalid_value : cudaMalloc(result, bytes); });
}

WARPSTAGE_API Status cuMemAllocPitch_v2(
    void** result, std::size_t* pitch, std::size_t width, std::size_t height, unsigned int /*element_bytes*/)
{
    return in_context([&] { return cudaMallocPitch(result, pitch, width, height); });
}

WARPSTAGE_API Status cuMemAllocAsync(void** result, std::size_t bytes, Stream* stream)
{
    return in_context([&] { return cudaMallocAsync(result, bytes, stream); });
}

WARPSTAGE_API Status cuMemAllocManaged(void** result, std::size_t bytes, unsigned int flags)
{
    return in_context([&] { return cudaMallocManaged(result, bytes, flags); });
}

WARPSTAGE_API Status cuMemAllocHost_v2(void** result, std::size_t bytes)
{
    return in_context([&] { return cudaMallocHost(result, bytes); });
}

WARPSTAGE_API Status cuMemHostAlloc(void** result, std::size_t bytes, unsigned int flags)
{
    return in_context([&] { return cudaHostAlloc(result, bytes, flags); });
}

WARPSTAGE_API Status cuMemFree_v2(void* pointer)
{
    return in_context([&] { return cudaFree(pointer); });
}

WARPSTAGE_API Status cuMemFreeAsync(void* pointer, Stream* stream)
{
    return in_context([&] { return cudaFreeAsync(pointer, stream); });
}

WARPSTAGE_API Status cuMemFreeHost(void* pointer)
{
    return in_context([&] { return cudaFreeHost(pointer); });
}

WARPSTAGE_API Status cuMemHostRegister_v2(void* pointer, std::size_t bytes, unsigned int flags)
{
    return in_context([&] { return cudaHostRegister(pointer, bytes, flags); });
}

WARPSTAGE_API Status cuMemHostUnregister(void* pointer)
{
    return in_context([&] { return cudaHostUnregister(pointer); });
}

WARPSTAGE_API Status cuMemHostGetDevicePointer_v2(void** result, void* host, unsigned int flags)
{
    return in_context([&] { return cudaHostGetDevicePointer(result, host, flags); });
}

WARPSTAGE_API Status cuMemHostGetFlags(unsigned int* flags, void* host)
{
    return in_context([&] { return cudaHostGetFlags(flags, host); });
}

WARPSTAGE_API Status cuMemGetInfo_v2(std::size_t* free, std::size_t* total)
{
    return in_context([&] { return cudaMemGetInfo(free, total); });
}

WARPSTAGE_API Status cuMemGetAddressRange_v2(void** first, std::size_t* bytes, const void* pointer)
{
    return in_context([&] {
        // Also of a variable of a module, such as a string literal of a kernel.
        const auto address = std::bit_cast<simt::DeviceAddress>(pointer);
        const auto* region = device().memory.vm().nearest(address);
        if (region == nullptr || address - region->base >= region->size)
            return Status::not_found;
        if (first != nullptr)
            *first = std::bit_cast<void*>(region->base);
        if (bytes != nullptr)
            *bytes = region->size;
        return Status::success;
    });
}

WARPSTAGE_API Status cuPointerGetAttribute(void* result, int number, const void* pointer)
{
    return in_context([&] { return pointer_attribute(result, number, pointer); });
}

// An attribute that a pointer does not have is 0.
WARPSTAGE_API Status cuPointerGetAttributes(unsigned int count, const int* numbers, void** results, const void* pointer)
{
    return in_context([&] {
        for (unsigned int i = 0; i < count; ++i) {
            const bool is_flag = numbers[i] == 2 || numbers[i] == 8 || numbers[i] == 9;
            if (pointer_attribute(results[i], numbers[i], pointer) == Status::success)
                continue;
            if (is_flag)
                *static_cast<int*>(results[i]) = 0;
            else
                *static_cast<std::uint64_t*>(results[i]) = 0;
        }
        return Status::success;
    });
}

// Hints that have no effect on results, such as CU_POINTER_ATTRIBUTE_SYNC_MEMOPS.
WARPSTAGE_API Status cuPointerSetAttribute(const void* /*value*/, int /*number*/, const void* /*pointer*/)
{
    return check_context();
}

// Hints for managed memory; the arguments differ between versions.
WARPSTAGE_API Status cuMemAdvise()
{
    return check_context();
}

WARPSTAGE_API Status cuMemAdvise_v2()
{
    return check_context();
}

WARPSTAGE_API Status cuMemPrefetchAsync()
{
    return check_context();
}

WARPSTAGE_API Status cuMemPrefetchAsync_v2()
{
    return check_context();
}

WARPSTAGE_API Status cuMemcpy(void* target, const void* source, std::size_t bytes)
{
    return copy_linear(target, source, bytes, CopyKind::by_address, nullptr);
}

WARPSTAGE_API Status cuMemcpyAsync(void* target, const void* source, std::size_t bytes, Stream* stream)
{
    return copy_linear(target, source, bytes, CopyKind::by_address, stream);
}

WARPSTAGE_API Status cuMemcpyPeer(void* target, Context* /*to*/, const void* source, Context* /*from*/, std::size_t bytes)
{
    return copy_linear(target, source, bytes, CopyKind::by_address, nullptr);
}

WARPSTAGE_API Status cuMemcpyHtoD_v2(void* target, const void* source, std::size_t bytes)
{
    return copy_linear(target, source, bytes, CopyKind::host_to_device, nullptr);
}

WARPSTAGE_API Status cuMemcpyHtoDAsync_v2(void* target, const void* source, std::size_t bytes, Stream* stream)
{
    return copy_linear(target, source, bytes, CopyKind::host_to_device, stream);
}

WARPSTAGE_API Status cuMemcpyDtoH_v2(void* target, const void* source, std::size_t bytes)
{
    return copy_linear(target, source, bytes, CopyKind::device_to_host, nullptr);
}

WARPSTAGE_API Status cuMemcpyDtoHAsync_v2(void* target, const void* source, std::size_t bytes, Stream* stream)
{
    return copy_linear(target, source, bytes, CopyKind::device_to_host, stream);
}

WARPSTAGE_API Status cuMemcpyDtoD_v2(void* target, const void* source, std::size_t bytes)
{
    return copy_linear(target, source, bytes, CopyKind::device_to_device, nullptr);
}

WARPSTAGE_API Status cuMemcpyDtoDAsync_v2(void* target, const void* source, std::size_t bytes, Stream* stream)
{
    return copy_linear(target, source, bytes, CopyKind::device_to_device, stream);
}

WARPSTAGE_API Status cuMemcpy2DAsync_v2(const Copy2D* copy, Stream* stream)
{
    if (copy == nullptr)
        return Status::invalid_value;
    return copy_sides(side_of(copy->target), side_of(copy->source), { copy->width, copy->height, 1 }, stream);
}

WARPSTAGE_API Status cuMemcpy2D_v2(const Copy2D* copy)
{
    return cuMemcpy2DAsync_v2(copy, nullptr);
}

WARPSTAGE_API Status cuMemcpy2DUnaligned_v2(const Copy2D* copy)
{
    return cuMemcpy2DAsync_v2(copy, nullptr);
}

WARPSTAGE_API Status cuMemcpy3DAsync_v2(const DriverCopy3D* copy, Stream* stream)
{
    if (copy == nullptr)
        return Status::invalid_value;
    return copy_sides(copy->target, copy->source, { copy->width, copy->height, copy->depth }, stream);
}

WARPSTAGE_API Status cuMemcpy3D_v2(const DriverCopy3D* copy)
{
    return cuMemcpy3DAsync_v2(copy, nullptr);
}

WARPSTAGE_API Status cuMemcpyHtoAAsync_v2(
    Array* target, std::size_t offset, const void* source, std::size_t bytes, Stream* stream)
{
    return copy_array_row(array_side(target, offset), linear_side(source), bytes, stream);
}

WARPSTAGE_API Status cuMemcpyHtoA_v2(Array* target, std::size_t offset, const void* source, std::size_t bytes)
{
    return cuMemcpyHtoAAsync_v2(target, offset, source, bytes, nullptr);
}

WARPSTAGE_API Status cuMemcpyAtoHAsync_v2(void* target, Array* source, std::size_t offset, std::size_t bytes, Stream* stream)
{
    return copy_array_row(linear_side(target), array_side(source, offset), bytes, stream);
}

WARPSTAGE_API Status cuMemcpyAtoH_v2(void* target, Array* source, std::size_t offset, std::size_t bytes)
{
    return cuMemcpyAtoHAsync_v2(target, source, offset, bytes, nullptr);
}

WARPSTAGE_API Status cuMemcpyDtoA_v2(Array* target, std::size_t offset, const void* source, std::size_t bytes)
{
    return cuMemcpyHtoAAsync_v2(target, offset, source, bytes, nullptr);
}

WARPSTAGE_API Status cuMemcpyAtoD_v2(void* target, Array* source, std::size_t offset, std::size_t bytes)
{
    return cuMemcpyAtoHAsync_v2(target, source, offset, bytes, nullptr);
}

WARPSTAGE_API Status cuMemcpyAtoA_v2(
    Array* target, std::size_t target_offset, Array* source, std::size_t source_offset, std::size_t bytes)
{
    return copy_array_row(array_side(target, target_offset), array_side(source, source_offset), bytes, nullptr);
}

WARPSTAGE_API Status cuMemsetD8Async(void* target, unsigned char value, std::size_t count, Stream* stream)
{
    return fill_elements(target, count, value, 1, count, 1, stream);
}

WARPSTAGE_API Status cuMemsetD8_v2(void* target, unsigned char value, std::size_t count)
{
    return cuMemsetD8Async(target, value, count, nullptr);
}

WARPSTAGE_API Status cuMemsetD16Async(void* target, unsigned short value, std::size_t count, Stream* stream)
{
    return fill_elements(target, count * 2, value, 2, count, 1, stream);
}

WARPSTAGE_API Status cuMemsetD16_v2(void* target, unsigned short value, std::size_t count)
{
    return cuMemsetD16Async(target, value, count, nullptr);
}

WARPSTAGE_API Status cuMemsetD32Async(void* target, unsigned int value, std::size_t count, Stream* stream)
{
    return fill_elements(target, count * 4, value, 4, count, 1, stream);
}

WARPSTAGE_API Status cuMemsetD32_v2(void* target, unsigned int value, std::size_t count)
{
    return cuMemsetD32Async(target, value, count, nullptr);
}

WARPSTAGE_API Status cuMemsetD2D8Async(
    void* target, std::size_t pitch, unsigned char value, std::size_t width, std::size_t height, Stream* stream)
{
    return fill_elements(target, pitch, value, 1, width, height, stream);
}

WARPSTAGE_API Status cuMemsetD2D8_v2(void* target, std::size_t pitch, unsigned char value, std::size_t width, std::size_t height)
{
    return cuMemsetD2D8Async(target, pitch, value, width, height, nullptr);
}

WARPSTAGE_API Status cuMemsetD2D16Async(
    void* target, std::size_t pitch, unsigned short value, std::size_t width, std::size_t height, Stream* stream)
{
    return fill_elements(target, pitch, value, 2, width, height, stream);
}

WARPSTAGE_API Status cuMemsetD2D16_v2(
    void* target, std::size_t pitch, unsigned short value, std::size_t width, std::size_t height)
{
    return cuMemsetD2D16Async(target, pitch, value, width, height, nullptr);
}

WARPSTAGE_API Status cuMemsetD2D32Async(
    void* target, std::size_t pitch, unsigned int value, std::size_t width, std::size_t height, Stream* stream)
{
    return fill_elements(target, pitch, value, 4, width, height, stream);
}

WARPSTAGE_API Status cuMemsetD2D32_v2(void* target, std::size_t pitch, unsigned int value, std::size_t width, std::size_t height)
{
    return cuMemsetD2D32Async(target, pitch, value, width, height, nullptr);
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)
