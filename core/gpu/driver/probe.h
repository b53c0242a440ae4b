// The CUDA components of this computer for `warpstage doctor`: what is available, what is missing, what to do.
#pragma once

#include "core/gpu/device.h"
#include "core/gpu/nvrtc/nvrtc_probe.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::gpu {

struct Finding {
    enum class State : std::uint8_t { good, missing };
    State state = State::good;
    std::string subject; // "NVIDIA driver", "GPU 0", "NVRTC", "CUPTI", "cuBLAS"
    std::string sentence; // what is available, or what is missing and what to do
};

struct Probe {
    std::vector<DeviceInfo> devices; // empty without a driver
    std::optional<NvrtcInfo> nvrtc;
    std::vector<Finding> findings; // in order of output
};

[[nodiscard]] Probe probe();
// The same with a given driver library and given locations of NVRTC, CUPTI and cuBLAS.
[[nodiscard]] Probe probe(const std::filesystem::path& driver_library, const std::vector<std::filesystem::path>& nvrtc_libraries,
    const std::vector<std::filesystem::path>& counter_libraries, const std::vector<std::filesystem::path>& cublas);

} // namespace warpstage::gpu
