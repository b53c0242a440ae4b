#include "core/gpu/nvrtc/nvrtc_probe.h"

#include <dlfcn.h>

#include <array>
#include <cstdlib>

namespace warpstage::gpu {

namespace {

// CUDA 13, 12 and all 11.x versions from 11.2 on have these sonames.
constexpr std::array kNvrtcSonames { "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so" };

// nvrtc.h may be missing even if cuda.h is installed. Its nvrtcResult is an enum of int's size with 0 for success.
using NvrtcVersion = int (*)(int* major, int* minor);

} // namespace

std::vector<std::filesystem::path> nvrtc_libraries()
{
    std::vector<std::filesystem::path> libraries { kNvrtcSonames.begin(), kNvrtcSonames.end() };
    std::vector<std::filesystem::path> roots { "/usr/local/cuda" };
    if (const char* home = std::getenv("CUDA_HOME"); home != nullptr && *home != '\0')
        roots.insert(roots.begin(), home);
    for (const auto& root : roots) {
        for (const auto* soname : kNvrtcSonames)
            libraries.push_back(root / "lib64" / soname);
    }
    return libraries;
}

Result<NvrtcInfo> find_nvrtc(std::span<const std::filesystem::path> libraries)
{
    for (const auto& path : libraries) {
        void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr)
            continue;
        // The library stays open: closing it takes time and frees little memory.
        const auto version = reinterpret_cast<NvrtcVersion>(dlsym(library, "nvrtcVersion"));
        NvrtcInfo info { 0, 0, path };
        if (version != nullptr && version(&info.major, &info.minor) == 0)
            return info;
    }
    return Error { "NVRTC was not found: kernels run, but cannot be edited live. Install the CUDA Toolkit, or "
                   "for Python `pip install warpstage[nvrtc]`, or set CUDA_HOME to the folder of the CUDA Toolkit." };
}

} // namespace warpstage::gpu
