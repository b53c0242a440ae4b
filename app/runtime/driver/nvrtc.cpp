// A program that compiles its kernels with NVRTC for a GPU (sm_90) loads machine code, which the virtual device cannot run. These
// functions are loaded in front of those of NVRTC and return the PTX instead, which NVRTC has as well and cuModuleLoadData
// accepts.
#include "app/runtime/exported.h"

#include <dlfcn.h>

#include <cstddef>

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

namespace {

// NVRTC behind these functions, or as a library that the program has opened, as NVIDIA's packages for Python do.
void* find_nvrtc(const char* name)
{
    if (void* const next = dlsym(RTLD_NEXT, name))
        return next;
    for (const char* library : { "libnvrtc.so.13", "libnvrtc.so.12" })
        if (void* const opened = dlopen(library, RTLD_NOLOAD | RTLD_LAZY))
            return dlsym(opened, name);
    return nullptr;
}

template <typename Result> int call_nvrtc(const char* name, void* program, Result* result)
{
    constexpr int kInternalError = 11; // NVRTC_ERROR_INTERNAL_ERROR
    void* const found = find_nvrtc(name);
    return found == nullptr ? kInternalError : reinterpret_cast<int (*)(void*, Result*)>(found)(program, result);
}

} // namespace

WARPSTAGE_API int nvrtcGetCUBINSize(void* program, std::size_t* bytes)
{
    return call_nvrtc("nvrtcGetPTXSize", program, bytes);
}

WARPSTAGE_API int nvrtcGetCUBIN(void* program, char* image)
{
    return call_nvrtc("nvrtcGetPTX", program, image);
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)
