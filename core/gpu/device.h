// What a GPU is: the facts that `warpstage doctor` and the badge on the stage show.
#pragma once

#include "core/base/result.h"
#include "core/gpu/driver/driver.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::gpu {

struct DeviceInfo {
    int index = 0; // what cuDeviceGet takes
    std::string name; // "NVIDIA H200"
    std::uint32_t capability_major = 0;
    std::uint32_t capability_minor = 0;
    std::uint32_t multiprocessors = 0;
    std::uint32_t clock_megahertz = 0; // typical, as the driver says
    std::size_t memory_bytes = 0;
    std::size_t level2_cache_bytes = 0;
    std::size_t shared_bytes_per_block = 0; // the most that a kernel may ask for
};

// Errors: no device of that index (the sentence lists those that there are).
[[nodiscard]] Result<DeviceInfo> device_info(const Driver& driver, int index);

// Every device that the driver lists, in its order.
[[nodiscard]] Result<std::vector<DeviceInfo>> all_devices(const Driver& driver);

// "580.159.03": the driver's own version, from the text of /proc/driver/nvidia/version; empty where there is none in it.
[[nodiscard]] std::string module_version_in(std::string_view text);
// The same for this computer; empty where the file is not there, as in some containers.
[[nodiscard]] std::string module_version();

} // namespace warpstage::gpu
