#include "core/gpu/counters/cupti_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <string>

namespace warpstage::gpu {

namespace {

constexpr std::string_view kRest = "Everything else works without hardware counters.";

// The first function that the library does not have, or null.
const char* fill(CuptiFunctions& functions, void* library)
{
#define WARPSTAGE_FIND(member, symbol)                                                                                           \
    functions.member = reinterpret_cast<decltype(functions.member)>(dlsym(library, #symbol));                                    \
    if (functions.member == nullptr)                                                                                             \
        return #symbol;
    WARPSTAGE_CUPTI_FUNCTIONS(WARPSTAGE_FIND)
#undef WARPSTAGE_FIND
    return nullptr;
}

// Why the counters of this GPU or configuration cannot be read; empty for other errors.
std::string_view unsupported_because(CUptiResult status)
{
    // Not a switch, because most of the 50 values of this enumeration belong to other interfaces.
    if (status == CUPTI_ERROR_NOT_SUPPORTED || status == CUPTI_ERROR_NOT_COMPATIBLE || status == CUPTI_ERROR_INVALID_CHIP_NAME)
        return "CUPTI does not support this GPU or its driver";
    if (status == CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED)
        return "it is a virtual GPU";
    if (status == CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED)
        return "it runs in confidential computing mode";
    if (status == CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED)
        return "it is a mining GPU (CMP)";
    if (status == CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED)
        return "it is a MIG instance";
    if (status == CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED)
        return "it is in an SLI configuration";
    if (status == CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED)
        return "WSL is not supported";
    return {};
}

} // namespace

Result<std::shared_ptr<const CuptiLibrary>> CuptiLibrary::load(std::span<const std::filesystem::path> libraries)
{
    std::string old;
    for (const auto& path : libraries) {
        void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr)
            continue;
        auto loaded = std::make_shared<CuptiLibrary>();
        loaded->m_path = path;
        const char* const missing = fill(loaded->m_functions, library);
        if (missing == nullptr)
            return std::shared_ptr<const CuptiLibrary> { loaded };
        if (old.empty())
            old = fmt::format("CUPTI ({}) is too old to read hardware counters: it has no function {}. Install CUPTI of CUDA "
                              "12.6 or later and set CUDA_HOME to its folder. {}",
                path.string(), missing, kRest);
    }
    if (!old.empty())
        return Error { old };
    return Error { fmt::format("CUPTI, which reads hardware counters, was not found (libcupti.so). Install the CUDA Toolkit 12.6 "
                               "or later with its component CUPTI, or set CUDA_HOME to its folder. {}",
        kRest) };
}

Error CuptiLibrary::error(CUptiResult status, std::string_view attempt) const
{
    if (status == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES || status == CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES)
        return { fmt::format(
            "The driver permits only administrators to read hardware counters (ERR_NVGPUCTRPERM). Start warpstage with sudo, or "
            "permit all users: write `options nvidia NVreg_RestrictProfilingToAdminUsers=0` to a file in /etc/modprobe.d, run "
            "`update-initramfs -u` and restart. {}",
            kRest) };
    if (status == CUPTI_ERROR_HARDWARE_BUSY)
        return { fmt::format(
            "The hardware counters are in use by another program. Close other profilers and monitors (Nsight, DCGM). {}",
            kRest) };
    if (const auto because = unsupported_because(status); !because.empty())
        return { fmt::format("The hardware counters of this GPU cannot be read: {}. {}", because, kRest) };
    const char* name = nullptr;
    const bool known = m_functions.result_string(status, &name) == CUPTI_SUCCESS && name != nullptr;
    return { fmt::format("{} failed: {} ({}). {}", attempt, known ? name : "unknown error", static_cast<int>(status), kRest) };
}

} // namespace warpstage::gpu
