// The exported functions of the fake driver, as in libcuda: all others are found through cuGetProcAddress.
#include "tests/core/gpu/fake_driver/state.h"

namespace {

CUresult find(const char* symbol, void** function, int version)
{
    *function = nullptr;
    const std::string_view wanted { symbol };
    if (fake::read_switches().lacking.contains(wanted))
        return CUDA_ERROR_NOT_FOUND;
#define WARPSTAGE_FAKE_FIND(member, name, introduced)                                                                            \
    if (wanted == #name && version >= (introduced))                                                                              \
        *function = reinterpret_cast<void*>(&fake::member);
    WARPSTAGE_DRIVER_FUNCTIONS(WARPSTAGE_FAKE_FIND)
#undef WARPSTAGE_FAKE_FIND
    if (wanted == "cuTensorMapEncodeTiled")
        *function = reinterpret_cast<void*>(&fake::tensor_map_encode);
    return *function == nullptr ? CUDA_ERROR_NOT_FOUND : CUDA_SUCCESS;
}

} // namespace

// cuda.h declares the newest forms of these names, so different names are used in the source and the same names in the library.
extern "C" CUresult fake_driver_get_version(int* version) __asm__("cuDriverGetVersion");
extern "C" CUresult fake_get_proc_address_11(const char* symbol, void** function, int version, cuuint64_t flags) __asm__(
    "cuGetProcAddress");
extern "C" CUresult fake_get_proc_address_12(
    const char* symbol, void** function, int version, cuuint64_t flags, void* status) __asm__("cuGetProcAddress_v2");

extern "C" CUresult fake_driver_get_version(int* version)
{
    return fake::driver_get_version(version);
}

extern "C" CUresult fake_get_proc_address_11(const char* symbol, void** function, int version, cuuint64_t /*flags*/)
{
    return find(symbol, function, version);
}

extern "C" CUresult fake_get_proc_address_12(
    const char* symbol, void** function, int version, cuuint64_t /*flags*/, void* /*status*/)
{
    return find(symbol, function, version);
}
