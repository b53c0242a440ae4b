// Properties of a GPU, for `warpstage doctor` and the stage.
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
    int index = 0; // argument of cuDeviceGet
    std::string name; // "NVIDIA H200"
    std::uint32_t capability_major = 0;
    std::uint32_t capability_minor = 0;
    std::uint32_t multiprocessors = 0;
    std::uint32_t clock_megahertz = 0; // typical clock reported by the driver
    std::size_t memory_bytes = 0;
    std::size_t level2_cache_bytes = 0;
    std::size_t shared_bytes_per_block = 0; // maximum per block
};

// Errors: no device with that index; the message lists the existing ones.
[[nodiscard]] Result<DeviceInfo> device_info(const Driver& driver, int index);

// Every device of the driver, in its order.
[[nodiscard]] Result<std::vector<DeviceInfo>> all_devices(const Driver& driver);

// "580.159.03": the driver's version from the text of /proc/driver/nvidia/version; empty if it has none.
[[nodiscard]] std::string module_version_in(std::string_view text);
// The same for this computer; empty if the file does not exist, for example in some containers.
[[nodiscard]] std::string module_version();

} // namespace warpstage::gpu
