// The memory of a program on the virtual device: cudaMalloc and its relatives, CUDA arrays, and copies between all of them.
#pragma once

#include "core/base/zeroed_bytes.h"
#include "core/runtime/abi.h"
#include "core/runtime/late/guarded_memory.h"
#include "core/runtime/status.h"
#include "core/simt/device_memory.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace warpstage::runtime {

// A CUDA array: rows and slices without padding.
struct Array {
    ChannelFormat format {};
    Extent extent; // elements; height and depth 0: fewer dimensions
    unsigned int flags = 0;
    simt::DeviceAddress address = 0;

    static constexpr unsigned int kLayered = 1; // cudaArrayLayered: the slices are layers
    static constexpr unsigned int kSurface = 2; // cudaArraySurfaceLoadStore
    static constexpr unsigned int kCube = 4; // cudaArrayCubemap: the slices are faces

    [[nodiscard]] std::size_t row_bytes() const { return extent.width * format.bytes(); }
    [[nodiscard]] std::size_t rows() const { return extent.height == 0 ? 1 : extent.height; }
    [[nodiscard]] std::size_t slices() const { return extent.depth == 0 ? 1 : extent.depth; }
};

enum class MemoryKind : std::uint8_t {
    device, // only kernels and copies can access it
    pinned, // host memory that kernels can access: cudaHostAlloc
    managed,
    registered, // the program's own memory: cudaHostRegister
};

struct Allocation {
    MemoryKind kind = MemoryKind::device;
    std::size_t bytes = 0;
    unsigned int flags = 0;
    ZeroedBytes host {}; // the memory of `pinned` and `managed`
};

// Rows of a copy: `pitch` bytes between rows, `slice` bytes between slices.
struct Rows {
    const void* first = nullptr;
    std::size_t pitch = 0;
    std::size_t slice = 0;
};

class Memory {
public:
    // CUDA's alignment of rows of cudaMallocPitch on current GPUs (cudaDeviceProp::texturePitchAlignment is 32; rows get 512).
    static constexpr std::size_t kPitchAlignment = 512;

    // `tracked`: device memory is uninitialized until a kernel or a copy writes it. `limit`: bytes of all device memory.
    // `host_limit`: bytes that the computer has for it; 0: unknown.
    Memory(bool tracked, std::uint64_t limit, std::uint64_t host_limit = 0);
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    ~Memory();

    [[nodiscard]] simt::DeviceMemory& vm() { return m_vm; }
    // What can be allocated: less than the device has where the computer has less.
    [[nodiscard]] std::uint64_t free_bytes() const
    {
        const std::uint64_t most = std::min(m_limit, m_host_limit);
        return most - std::min(most, m_used);
    }
    // Whether an allocation of so many bytes fails only because the computer has no room for it.
    [[nodiscard]] bool is_too_large_for_host(std::uint64_t bytes) const { return bytes <= m_limit - std::min(m_limit, m_used); }
    [[nodiscard]] std::uint64_t host_limit() const { return m_host_limit; }
    [[nodiscard]] std::uint64_t limit() const { return m_limit; }

    // A result of 0 bytes is null, as on a GPU.
    [[nodiscard]] Status allocate(void** result, std::size_t bytes, MemoryKind kind, unsigned int flags = 0);
    // Device memory of allocate(), at the same address if it was freed since: an allocation node of a graph runs again.
    [[nodiscard]] Status renew(void* pointer, std::size_t bytes);
    [[nodiscard]] Status register_host(void* pointer, std::size_t bytes, unsigned int flags);
    [[nodiscard]] Status unregister_host(void* pointer);
    // Null is allowed. `kind`: cudaFree also frees managed memory.
    [[nodiscard]] Status release(void* pointer, MemoryKind kind);
    [[nodiscard]] Status check_release(const void* pointer, MemoryKind kind) const;
    [[nodiscard]] Status allocate_array(Array** result, const ChannelFormat& format, const Extent& extent, unsigned int flags);
    [[nodiscard]] Status release_array(Array* array);

    // The allocation that contains the pointer; else null.
    [[nodiscard]] const Allocation* find(const void* pointer) const;
    // The allocation that contains the pointer, if host and device share it: cudaHostAlloc, cudaMallocManaged.
    [[nodiscard]] std::optional<HostRange> shared_range(const void* pointer) const;
    // "byte 12 of `allocation 3 of 128 bytes`", for messages.
    [[nodiscard]] std::string place_name(simt::DeviceAddress address) const;
    // Whether a copy needs the program's own memory at the pointer at once: neither memory of the device nor shared or
    // registered.
    [[nodiscard]] bool is_pageable(const void* pointer) const;
    // Whether only the device can access the pointer.
    [[nodiscard]] static bool is_device_only(const void* pointer);
    // Where the bytes of a device or host pointer lie in this process; null if an allocation contains the start but not all of
    // them, or the pointer is none of the program's.
    [[nodiscard]] std::byte* place(const void* pointer, std::size_t bytes) const;

    // Errors: memory outside of the allocations, a direction that does not fit the pointers. check_...: the error of a copy or a
    // fill that runs later.
    [[nodiscard]] Status copy(void* target, const void* source, std::size_t bytes, CopyKind kind);
    [[nodiscard]] Status check_copy(const void* target, const void* source, std::size_t bytes, CopyKind kind) const;
    // `width` bytes of each row.
    [[nodiscard]] Status copy_rows(const Rows& target, const Rows& source, const Extent& extent, CopyKind kind);
    [[nodiscard]] Status check_rows(const Rows& target, const Rows& source, const Extent& extent, CopyKind kind) const;
    [[nodiscard]] Status copy_3d(const Copy3D& copy);
    [[nodiscard]] Status check_3d(const Copy3D& copy) const;
    // `value`: repeated elements of 1, 2 or 4 bytes.
    [[nodiscard]] Status set_rows(const Rows& target, std::uint32_t value, std::size_t element_bytes, const Extent& extent);
    [[nodiscard]] Status check_set(const Rows& target, std::size_t element_bytes, const Extent& extent) const;

    // The host has written bytes of the device's memory.
    void mark_initialized(const void* target, std::size_t bytes);

private:
    struct Copied3D {
        Rows target;
        Rows source;
        Extent bytes;
    };
    // Nothing: a position outside an array, or sizes that no memory has.
    [[nodiscard]] static std::optional<Copied3D> rows_of(const Copy3D& copy);
    [[nodiscard]] bool is_of_device(const void* pointer) const;
    [[nodiscard]] bool holds(const Rows& rows, const Extent& extent) const;
    [[nodiscard]] bool fits_direction(const void* target, const void* source, CopyKind kind) const;

    simt::DeviceMemory m_vm;
    bool m_tracked;
    std::uint64_t m_limit;
    std::uint64_t m_host_limit;
    std::uint64_t m_allocated = 0; // number of allocations so far
    std::uint64_t m_used = 0;
    std::map<simt::DeviceAddress, Allocation> m_allocations; // by first address
    std::map<Array*, std::unique_ptr<Array>> m_arrays;
};

} // namespace warpstage::runtime
