// One launch as the API functions pass it on, and the device on which it runs.
#pragma once

#include "core/arch/gpus.h"
#include "core/base/dim3.h"
#include "core/runtime/device_mutex.h"
#include "core/runtime/late/used_memory.h"
#include "core/runtime/memory.h"
#include "core/runtime/modules.h"
#include "core/runtime/textures.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace warpstage::runtime {

struct LaunchRequest {
    const void* function = nullptr; // the host function
    Dim3 grid {};
    Dim3 block {};
    std::size_t dynamic_shared_bytes = 0;
    bool cooperative = false;
    std::optional<Dim3> cluster {};
    std::vector<std::byte> parameters {};
    unsigned depth = 0; // number of kernels that launched each other before it
    std::shared_ptr<UsedMemory> used {}; // where the launch records what it reads and writes, if that is wanted; may be null
};

// The device that a launch uses. All must outlive the launcher.
struct LaunchPlace {
    Memory& memory;
    Modules& modules;
    const Textures& textures;
    const arch::Traits& traits;
    const arch::Gpu& gpu;
    DeviceMutex& mutex; // held by the caller of the launcher
};

} // namespace warpstage::runtime
