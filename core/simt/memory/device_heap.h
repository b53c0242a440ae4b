// malloc and free of the device: parts of one buffer, which is created at the launch of a kernel that allocates.
#pragma once

#include "core/simt/device_memory.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

namespace warpstage::simt {

class DeviceHeap {
public:
    static constexpr std::uint64_t kBytes = std::uint64_t { 8 } << 20; // CUDA's default (cudaLimitMallocHeapSize)

    // Creates the buffer unless it exists; only then `bytes` has an effect. Throws std::bad_alloc. A tracked heap is for checks:
    // what malloc returns counts as uninitialized, parts do not touch, and a freed part is used again only after all other
    // memory.
    enum class Tracking : std::uint8_t { off, on };
    void prepare(DeviceMemory& memory, Tracking tracking, std::uint64_t bytes = kBytes);
    void release(DeviceMemory& memory);

    // 0 if no part is large enough, as on a GPU. Blocks may call it from several threads.
    [[nodiscard]] DeviceAddress allocate(std::uint64_t bytes);
    // False if no allocated part starts there. Null is allowed.
    [[nodiscard]] bool free(DeviceAddress address);
    // Whether the address is in the heap but in no allocated part.
    [[nodiscard]] bool is_free(DeviceAddress address);
    [[nodiscard]] bool is_tracked() const { return m_initialized != nullptr; }

    // A tracked part, as malloc was asked for it.
    struct Part {
        DeviceAddress address = 0;
        std::uint64_t bytes = 0;
        bool freed = false;
    };
    // The part that contains the address, or the last one before it. Empty before the first part.
    [[nodiscard]] std::optional<Part> find(DeviceAddress address) const;
    [[nodiscard]] DeviceAddress base() const { return m_base; }
    [[nodiscard]] std::uint64_t bytes() const { return m_bytes; }

private:
    static constexpr std::uint64_t kAlignment = 16;

    void insert_free(DeviceAddress address, std::uint64_t bytes);

    std::mutex m_mutex;
    InitializedBytes* m_initialized = nullptr; // null: not tracked
    std::map<DeviceAddress, Part> m_parts; // tracked ones
    DeviceAddress m_base = 0; // 0: no buffer yet
    std::uint64_t m_bytes = 0; // of the buffer
    std::map<DeviceAddress, std::uint64_t> m_free; // bytes; free parts are never adjacent
    std::map<DeviceAddress, std::uint64_t> m_used;
};

} // namespace warpstage::simt
