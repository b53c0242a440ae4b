// Memory pools: which allocations are from which pool.
#pragma once

#include "core/runtime/memory.h"

#include <array>
#include <cstdint>
#include <optional>

namespace warpstage::runtime {

// cudaMemLocation.
struct MemoryLocation {
    static constexpr int kDevice = 1; // cudaMemLocationTypeDevice
    static constexpr int kHost = 2; // cudaMemLocationTypeHost; greater numbers are nodes of the host
    int type = kDevice;
    int number = 0;
};

// cudaMemPoolProps.
struct PoolProperties {
    static constexpr int kPinned = 1; // cudaMemAllocationTypePinned: memory that stays at its location
    static constexpr int kManaged = 2;
    int type = kPinned;
    int handle_types = 0; // for other processes
    MemoryLocation location {};
    void* windows_attributes = nullptr;
    std::size_t max_bytes = 0; // 0: no limit
    unsigned short usage = 0;
    std::byte reserved[54] {};
};

// cudaMemPool_t points to it.
struct Pool {
    PoolProperties properties {};
    std::array<std::uint64_t, 5> settings { 0, 1, 1, 1, 0 }; // by cudaMemPoolAttr: three flags for reuse, the release threshold
    std::uint64_t used = 0; // bytes
    std::uint64_t highest_used = 0;

    [[nodiscard]] MemoryKind kind() const;
};

// The pool of an allocation that contains the pointer; null: none. The caller holds the device's lock.
[[nodiscard]] Pool* pool_of(const void* pointer);
// For memory that is being freed: the kind of its pool; nothing if it is from none.
std::optional<MemoryKind> leave_pool(const void* pointer);

} // namespace warpstage::runtime
