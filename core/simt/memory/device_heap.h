// malloc and free of the device: parts of one buffer, which is created at the launch of a kernel that allocates.
#pragma once

#include "core/simt/device_memory.h"

#include <cstdint>
#include <map>
#include <mutex>

namespace warpstage::simt {

class DeviceHeap {
public:
    static constexpr std::uint64_t kBytes = std::uint64_t { 8 } << 20; // CUDA's default (cudaLimitMallocHeapSize)

    // Creates the buffer unless it exists.
    void prepare(DeviceMemory& memory);
    void release(DeviceMemory& memory);

    // 0 if no part is large enough, as on a GPU. Blocks may call it from several threads.
    [[nodiscard]] DeviceAddress allocate(std::uint64_t bytes);
    // False if no allocated part starts there. Null is allowed.
    [[nodiscard]] bool free(DeviceAddress address);

private:
    static constexpr std::uint64_t kAlignment = 16;

    std::mutex m_mutex;
    DeviceAddress m_base = 0; // 0: no buffer yet
    std::map<DeviceAddress, std::uint64_t> m_free; // bytes; free parts are never adjacent
    std::map<DeviceAddress, std::uint64_t> m_used;
};

} // namespace warpstage::simt
