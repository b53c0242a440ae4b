// Functions of the driver API by their names.
#include "app/runtime/driver/driver.h"

#include <dlfcn.h>

#include <array>
#include <string>
#include <string_view>

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

namespace {

// Functions whose _v2, _v3 or _v4 has other parameters than the version before, from this CUDA version on. A lower version gets
// the form before. Source: cudaTypedefs.h of CUDA 13.0.
struct LaterForm {
    std::string_view name;
    int form;
    int version;
};
constexpr LaterForm kLaterForms[] {
    { "cuCtxCreate", 3, 11040 },
    { "cuCtxCreate", 4, 12050 },
    { "cuCtxGetDevice", 2, 13000 },
    { "cuCtxSynchronize", 2, 13000 },
    { "cuDeviceGetUuid", 2, 11040 },
    { "cuDevicePrimaryCtxRelease", 2, 11000 },
    { "cuDevicePrimaryCtxReset", 2, 11000 },
    { "cuDevicePrimaryCtxSetFlags", 2, 11000 },
    { "cuEventElapsedTime", 2, 12080 },
    { "cuGetProcAddress", 2, 12000 },
    { "cuGraphAddDependencies", 2, 12030 },
    { "cuGraphAddKernelNode", 2, 12000 },
    { "cuGraphAddNode", 2, 12030 },
    { "cuGraphExecKernelNodeSetParams", 2, 12000 },
    { "cuGraphExecUpdate", 2, 12000 },
    { "cuGraphGetEdges", 2, 12030 },
    { "cuGraphInstantiate", 2, 11000 },
    { "cuGraphKernelNodeGetParams", 2, 12000 },
    { "cuGraphKernelNodeSetParams", 2, 12000 },
    { "cuGraphNodeGetDependencies", 2, 12030 },
    { "cuGraphNodeGetDependentNodes", 2, 12030 },
    { "cuGraphRemoveDependencies", 2, 12030 },
    { "cuIpcOpenMemHandle", 2, 11000 },
    { "cuMemAdvise", 2, 12020 },
    { "cuMemPrefetchAsync", 2, 12020 },
    { "cuMemcpy3DBatchAsync", 2, 13000 },
    { "cuMemcpyBatchAsync", 2, 13000 },
    { "cuStreamBatchMemOp", 2, 11070 },
    { "cuStreamGetCaptureInfo", 2, 11030 },
    { "cuStreamGetCaptureInfo", 3, 12030 },
    { "cuStreamGetCtx", 2, 12050 },
    { "cuStreamUpdateCaptureDependencies", 2, 12030 },
    { "cuStreamWaitValue32", 2, 11070 },
    { "cuStreamWaitValue64", 2, 11070 },
    { "cuStreamWriteValue32", 2, 11070 },
    { "cuStreamWriteValue64", 2, 11070 },
};

bool is_later(std::string_view name, int form, int version)
{
    for (const LaterForm& later : kLaterForms)
        if (later.name == name && later.form == form)
            return version < later.version;
    return false;
}

// This library, whatever other libraries the program has loaded.
void* own_library()
{
    Dl_info info {};
    if (dladdr(reinterpret_cast<const void*>(&own_library), &info) == 0)
        return nullptr;
    return dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
}

enum class QueryResult : int { found, not_found, version_too_low };

void* query(const char* name, int version, int* result)
{
    void* const found = name == nullptr ? nullptr : entry_point(name, version);
    if (result != nullptr)
        *result = static_cast<int>(found == nullptr ? QueryResult::not_found : QueryResult::found);
    return found;
}

} // namespace

void* entry_point(const char* name, int version)
{
    static void* const library = own_library();
    if (library == nullptr || !std::string_view { name }.starts_with("cu") || std::string_view { name }.starts_with("cuda"))
        return nullptr;
    for (const int form : { 4, 3, 2 }) {
        if (is_later(name, form, version))
            continue;
        if (void* const found = dlsym(library, (name + ("_v" + std::to_string(form))).c_str()); found != nullptr)
            return found;
    }
    return dlsym(library, name);
}

WARPSTAGE_API Status cuGetProcAddress_v2(const char* name, void** result, int version, std::uint64_t /*flags*/, int* query_result)
{
    *result = query(name, version, query_result);
    return *result == nullptr ? Status::not_found : Status::success;
}

WARPSTAGE_API Status cuGetProcAddress(const char* name, void** result, int version, std::uint64_t flags)
{
    return cuGetProcAddress_v2(name, result, version, flags, nullptr);
}

// Tables without documentation, which NVRTC and the tools of NVIDIA look for and do not need.
WARPSTAGE_API Status cuGetExportTable(const void** table, const void* /*id*/)
{
    if (table == nullptr)
        return Status::invalid_value;
    *table = nullptr;
    return Status::not_found;
}

// An unknown name is no error of these functions: `query_result` tells.
WARPSTAGE_API Status cudaGetDriverEntryPointByVersion(
    const char* name, void** result, unsigned int version, unsigned long long /*flags*/, int* query_result)
{
    return call([&](Device&) {
        if (name == nullptr || result == nullptr)
            return Status::invalid_value;
        *result = query(name, static_cast<int>(version), query_result);
        return Status::success;
    });
}

WARPSTAGE_API Status cudaGetDriverEntryPoint(const char* name, void** result, unsigned long long flags, int* query_result)
{
    constexpr unsigned int kNewest = 13000;
    return cudaGetDriverEntryPointByVersion(name, result, kNewest, flags, query_result);
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)
