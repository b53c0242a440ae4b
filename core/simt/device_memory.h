// The virtual machine's global memory: named buffers at device addresses, with unmapped space after each to detect accesses past
// the end.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace warpstage::simt {

using DeviceAddress = std::uint64_t;

class InitializedBytes;

class DeviceMemory {
public:
    DeviceMemory();
    ~DeviceMemory();
    DeviceMemory(DeviceMemory&&) noexcept;
    DeviceMemory& operator=(DeviceMemory&&) noexcept;

    // `bytes` zeroed bytes at an address aligned to 256, as with cudaMalloc. A buffer of 0 bytes has an address but no content.
    // Memory of the computer is used from the first write to a page on. Throws std::bad_alloc if the computer or the range of
    // addresses has no room.
    [[nodiscard]] DeviceAddress allocate(std::string name, std::size_t bytes);
    // The same, but in a checked run the content is uninitialized until a kernel or the host (mark_initialized) writes it. A run
    // without checks does not track writes: after it, every buffer counts as initialized.
    [[nodiscard]] DeviceAddress allocate_uninitialized(std::string name, std::size_t bytes);
    // `bytes` zeroed bytes, at least one, at this address: for content that stores addresses of itself or of other buffers.
    // Errors: an address that memory of a GPU or of a program cannot have, another buffer there. Throws std::bad_alloc.
    [[nodiscard]] Result<void> allocate_at(DeviceAddress address, std::string name, std::size_t bytes);
    // Memory of the host at its own address, as with cudaHostAlloc and cudaMallocManaged: kernels and host use the same pointer.
    // The caller owns the memory and releases the mapping first. `host` must not overlap another buffer.
    DeviceAddress map(std::string name, std::span<std::byte> host);
    // The host has written the whole buffer.
    void mark_initialized(DeviceAddress address);
    void mark_all_initialized();
    // The content of a buffer that a snapshot has is kept at least as long as the snapshot.
    void release(DeviceAddress address);

    // The content of the buffer that starts at `address`.
    [[nodiscard]] std::span<std::byte> bytes(DeviceAddress address);
    [[nodiscard]] std::span<const std::byte> bytes(DeviceAddress address) const;

    struct Region {
        std::string name;
        DeviceAddress base = 0;
        std::uint64_t size = 0; // bytes
        std::byte* data = nullptr;
        InitializedBytes* initialized = nullptr; // null: all bytes are initialized
    };
    // The region that contains `address`, else the last one before it, else null; for faults such as "8 bytes past the end of
    // `x`".
    [[nodiscard]] const Region* nearest(DeviceAddress address) const;
    // Sorted by base; searched by the interpreter. Valid until a buffer is allocated or released.
    [[nodiscard]] std::span<const Region> regions() const;
    // The same; while it exists, its regions stay where they are.
    using Snapshot = std::shared_ptr<const std::vector<Region>>;
    [[nodiscard]] Snapshot snapshot() const;

    // What an address outside all buffers is: byte 16 of a buffer that has been freed, or what `foreign` says about it; empty if
    // nothing is known.
    [[nodiscard]] std::string describe_outside(DeviceAddress address) const;
    // `foreign`: describes an address that was never one of a buffer, for example memory of the host.
    void set_foreign(std::function<std::string(DeviceAddress)> foreign);

private:
    struct Storage;
    std::unique_ptr<Storage> m_storage;
};

} // namespace warpstage::simt
