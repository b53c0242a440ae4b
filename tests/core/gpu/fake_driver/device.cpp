// Starting, devices, contexts and modules of the fake driver.
#include "tests/core/gpu/fake_driver/state.h"

#include <algorithm>
#include <cstring>

namespace fake {

CUresult init(unsigned int /*flags*/)
{
    auto& now = state();
    auto gl_buffers = std::move(now.gl_buffers); // the state of OpenGL is not reset
    now = State {};
    now.gl_buffers = std::move(gl_buffers);
    now.switches = read_switches();
    const auto status = enter("cuInit");
    if (status != CUDA_SUCCESS)
        return status;
    now.initialised = now.switches.devices > 0;
    return now.initialised ? CUDA_SUCCESS : CUDA_ERROR_NO_DEVICE;
}

CUresult driver_get_version(int* version)
{
    *version = read_switches().version;
    return CUDA_SUCCESS;
}

CUresult get_error_name(CUresult status, const char** name)
{
    switch (static_cast<int>(status)) {
    case CUDA_ERROR_NO_DEVICE:
        *name = "CUDA_ERROR_NO_DEVICE";
        return CUDA_SUCCESS;
    case CUDA_ERROR_OUT_OF_MEMORY:
        *name = "CUDA_ERROR_OUT_OF_MEMORY";
        return CUDA_SUCCESS;
    case CUDA_ERROR_ILLEGAL_ADDRESS:
        *name = "CUDA_ERROR_ILLEGAL_ADDRESS";
        return CUDA_SUCCESS;
    default:
        *name = nullptr;
        return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult get_error_string(CUresult /*status*/, const char** words)
{
    *words = "as the fake driver was told";
    return CUDA_SUCCESS;
}

CUresult device_get_count(int* count)
{
    *count = state().switches.devices;
    return enter("cuDeviceGetCount");
}

CUresult device_get(CUdevice* device, int index)
{
    *device = index;
    return enter("cuDeviceGet");
}

CUresult device_get_name(char* name, int size, CUdevice /*device*/)
{
    std::strncpy(name, "Fake GPU", static_cast<std::size_t>(size));
    return enter("cuDeviceGetName");
}

CUresult device_total_mem(std::size_t* bytes, CUdevice /*device*/)
{
    *bytes = state().switches.memory_bytes;
    return enter("cuDeviceTotalMem");
}

CUresult device_get_attribute(int* value, CUdevice_attribute attribute, CUdevice /*device*/)
{
    switch (static_cast<int>(attribute)) {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
        *value = 9;
        break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
        *value = 0;
        break;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
        *value = 132;
        break;
    case CU_DEVICE_ATTRIBUTE_CLOCK_RATE:
        *value = 1980000;
        break;
    case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE:
        *value = 50 * 1024 * 1024;
        break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
        *value = 227 * 1024;
        break;
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
    return enter("cuDeviceGetAttribute");
}

CUresult primary_context_retain(CUcontext* context, CUdevice /*device*/)
{
    const auto status = enter("cuDevicePrimaryCtxRetain");
    if (status == CUDA_SUCCESS) {
        *context = &state().context;
        ++state().context_users;
    }
    return status;
}

CUresult primary_context_release(CUdevice /*device*/)
{
    --state().context_users;
    return enter("cuDevicePrimaryCtxRelease");
}

CUresult context_set_limit(CUlimit /*limit*/, std::size_t /*value*/)
{
    return enter_context("cuCtxSetLimit");
}

CUresult mem_get_info(std::size_t* free, std::size_t* total)
{
    *total = state().switches.memory_bytes;
    *free = free_memory();
    return enter_context("cuMemGetInfo");
}

CUresult module_load_data(CUmodule* module, const void* image, unsigned int options, CUjit_option* option, void** values)
{
    if (const auto status = enter_context("cuModuleLoadDataEx"); status != CUDA_SUCCESS)
        return status;
    const std::string ptx { static_cast<const char*>(image) };
    if (ptx.find("mull.") != std::string::npos) { // the only error it detects
        auto* const end = option + options;
        const auto* const log = std::find(option, end, CU_JIT_ERROR_LOG_BUFFER);
        if (log != end)
            std::strcpy(
                static_cast<char*>(values[log - option]), "ptxas, line 41; error: Not a name of any known instruction: 'mull'");
        return CUDA_ERROR_INVALID_PTX;
    }
    const auto version = ptx.find(".version ");
    const int major = ptx[version + 9] - '0';
    const int minor = ptx[version + 11] - '0';
    if (10 * major + minor > state().switches.newest_ptx)
        return CUDA_ERROR_UNSUPPORTED_PTX_VERSION;

    auto loaded = std::make_unique<CUmod_st>();
    constexpr std::string_view kEntry = ".entry ";
    for (auto at = ptx.find(kEntry); at != std::string::npos; at = ptx.find(kEntry, at + 1)) {
        const auto name = ptx.substr(at + kEntry.size(), ptx.find('(', at) - at - kEntry.size());
        loaded->functions[name].name = name;
    }
    *module = loaded.get();
    state().modules.insert(std::move(loaded));
    return CUDA_SUCCESS;
}

CUresult module_unload(CUmodule module)
{
    std::erase_if(state().modules, [&](const auto& loaded) { return loaded.get() == module; });
    return enter_context("cuModuleUnload");
}

CUresult module_get_function(CUfunction* function, CUmodule module, const char* name)
{
    if (const auto status = enter_context("cuModuleGetFunction"); status != CUDA_SUCCESS)
        return status;
    const auto found = module->functions.find(name);
    if (found == module->functions.end())
        return CUDA_ERROR_NOT_FOUND;
    *function = &found->second;
    return CUDA_SUCCESS;
}

CUresult function_get_attribute(int* value, CUfunction_attribute attribute, CUfunction function)
{
    switch (static_cast<int>(attribute)) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
        *value = 1024;
        break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
        *value = 0;
        break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        *value = function->dynamic_shared;
        break;
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
    return enter_context("cuFuncGetAttribute");
}

CUresult function_set_attribute(CUfunction function, CUfunction_attribute attribute, int value)
{
    if (const auto status = enter_context("cuFuncSetAttribute"); status != CUDA_SUCCESS)
        return status;
    if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES || value > 227 * 1024)
        return CUDA_ERROR_INVALID_VALUE;
    function->dynamic_shared = value;
    return CUDA_SUCCESS;
}

} // namespace fake
