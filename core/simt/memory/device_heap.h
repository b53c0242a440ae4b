// malloc and free of the device: pieces of one buffer, which comes into being when a kernel that allocates is launched.
#pragma once

#include "core/simt/device_memory.h"

#include <cstdint>
#include <map>
#include <mutex>

namespace warpstage::simt {

class DeviceHeap {
public:
    static constexpr std::uint64_t kBytes = std::uint64_t { 8 } << 20; // CUDA's default (cudaLimitMallocHeapSize)

    // Makes the buffer where there is none yet.
    void prepare(DeviceMemory& memory);
    void release(DeviceMemory& memory);

    // 0 where no piece is large enough, as on a GPU. Blocks may call it from several threads.
    [[nodiscard]] DeviceAddress allocate(std::uint64_t bytes);
    // False where no piece that is in use starts there. Null is allowed.
    [[nodiscard]] bool free(DeviceAddress address);

private:
    static constexpr std::uint64_t kAlignment = 16;

    std::mutex m_mutex;
    DeviceAddress m_base = 0; // 0: not prepared
    std::map<DeviceAddress, std::uint64_t> m_free; // bytes; no two pieces touch
    std::map<DeviceAddress, std::uint64_t> m_used;
};

} // namespace warpstage::simt
