#include "core/gpu/counters/counters.h"

#include <array>
#include <cstdlib>

namespace warpstage::gpu {

namespace {

// The Range Profiler requires CUDA 12.6; distributions with an older CUPTI use other sonames.
constexpr std::array kCuptiSonames { "libcupti.so.13", "libcupti.so.12", "libcupti.so" };
// NVIDIA's installers use the first folder, its Python and conda packages the others.
constexpr std::array kCuptiFolders { "extras/CUPTI/lib64", "lib64", "lib" };

} // namespace

std::vector<std::filesystem::path> cupti_libraries()
{
    std::vector<std::filesystem::path> libraries { kCuptiSonames.begin(), kCuptiSonames.end() };
    std::vector<std::filesystem::path> roots { "/usr/local/cuda" };
    if (const char* home = std::getenv("CUDA_HOME"); home != nullptr && *home != '\0') // NOLINT(concurrency-mt-unsafe)
        roots.insert(roots.begin(), home);
    for (const auto& root : roots) {
        for (const auto* folder : kCuptiFolders) {
            for (const auto* soname : kCuptiSonames)
                libraries.push_back(root / folder / soname);
        }
    }
    return libraries;
}

} // namespace warpstage::gpu
