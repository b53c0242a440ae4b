// Whether NVRTC, the CUDA compiler as a library, is installed. Live editing of kernels requires it; running them does not.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <span>
#include <vector>

namespace warpstage::gpu {

struct NvrtcInfo {
    int major = 0;
    int minor = 0;
    std::filesystem::path library;
};

// Locations of NVRTC in search order: by soname through the loader, then under CUDA_HOME and /usr/local/cuda.
[[nodiscard]] std::vector<std::filesystem::path> nvrtc_libraries();

// The first of these libraries that opens and reports its version. Errors: none.
[[nodiscard]] Result<NvrtcInfo> find_nvrtc(std::span<const std::filesystem::path> libraries);

} // namespace warpstage::gpu
