#include "core/gpu/driver/driver.h"

#include "core/gpu/driver/driver_error.h"
#include "core/gpu/driver/driver_functions.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <type_traits>
#include <utility>

namespace warpstage::gpu {

namespace {

static_assert(std::is_same_v<ArrayHandle, CUarray>);
static_assert(std::is_same_v<GraphHandle, CUgraphExec>);
static_assert(
    std::is_same_v<ContextHandle,
        CUcontext> && std::is_same_v<ModuleHandle, CUmodule> && std::is_same_v<FunctionHandle, CUfunction> && std::is_same_v<StreamHandle, CUstream> && std::is_same_v<EventHandle, CUevent> && std::is_same_v<GraphicsHandle, CUgraphicsResource> && std::is_same_v<DeviceAddress, CUdeviceptr>);

// libcuda.so.1 is the driver's soname; only some packages also have libcuda.so; container runtimes mount the driver at the last
// path.
constexpr std::array kLibraries { "libcuda.so.1", "libcuda.so", "/usr/local/nvidia/lib64/libcuda.so.1" };

// cuGetProcAddress of CUDA 12.0 and later also returns why a symbol is missing, which is unused. Declared here because
// cudaTypedefs.h of CUDA 11 lacks it.
using GetProcAddress = CUresult(CUDAAPI*)(const char* symbol, void** function, int version, cuuint64_t flags);
using GetProcAddress12 = CUresult(CUDAAPI*)(const char* symbol, void** function, int version, cuuint64_t flags, void* status);

template <typename Function> Function symbol_of(void* library, const char* name)
{
    return reinterpret_cast<Function>(dlsym(library, name)); // POSIX guarantees this conversion
}

struct Lookup {
    GetProcAddress12 of_cuda12 = nullptr;
    GetProcAddress of_cuda11 = nullptr;

    [[nodiscard]] bool possible() const { return of_cuda12 != nullptr || of_cuda11 != nullptr; }

    template <typename Function> [[nodiscard]] bool find(const char* symbol, int version, Function& function) const
    {
        void* address = nullptr;
        const auto status = of_cuda12 != nullptr
            ? of_cuda12(symbol, &address, version, CU_GET_PROC_ADDRESS_LEGACY_STREAM, nullptr)
            : of_cuda11(symbol, &address, version, CU_GET_PROC_ADDRESS_LEGACY_STREAM);
        function = reinterpret_cast<Function>(address);
        return status == CUDA_SUCCESS && address != nullptr;
    }
};

Error too_old(std::string_view found)
{
    return { fmt::format("The NVIDIA driver is too old ({}): warpstage requires a driver for CUDA {} or later. Update it, or use "
                         "the virtual machine.",
        found, version_text(Driver::kRequiredVersion)) };
}

// The first function missing in the driver, or null.
const char* fill(DriverFunctions& functions, const Lookup& lookup)
{
    static_cast<void>(lookup.find("cuTensorMapEncodeTiled", 12000, functions.tensor_map_encode));
#define WARPSTAGE_FIND(member, symbol, version)                                                                                  \
    if (!lookup.find(#symbol, version, functions.member))                                                                        \
        return #symbol;
    WARPSTAGE_DRIVER_FUNCTIONS(WARPSTAGE_FIND)
#undef WARPSTAGE_FIND
    return nullptr;
}

struct OpenLibrary {
    void* handle = nullptr;
    std::string refusal; // the loader's message
};

OpenLibrary open_library(const char* path)
{
    OpenLibrary library { dlopen(path, RTLD_NOW | RTLD_LOCAL), {} };
    if (library.handle == nullptr)
        library.refusal = dlerror();
    return library;
}

bool is_absent(const OpenLibrary& library)
{
    return library.refusal.find("No such file") != std::string::npos;
}

} // namespace

std::string version_text(int version)
{
    return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

Driver::Driver()
    : m_functions(std::make_unique<DriverFunctions>())
{
}

Driver::~Driver() = default;

Result<std::shared_ptr<const Driver>> Driver::load()
{
    for (const auto* path : kLibraries) {
        // A library that exists but cannot be opened is reported, not skipped.
        if (const auto library = open_library(path); library.handle != nullptr || !is_absent(library))
            return load(path);
    }
    return Error { "No NVIDIA driver was found (libcuda.so.1). Install the driver for your GPU, or use the virtual machine." };
}

Result<std::shared_ptr<const Driver>> Driver::load(const std::filesystem::path& path)
{
    const auto library = open_library(path.c_str());
    if (library.handle == nullptr && is_absent(library)) {
        return Error { fmt::format(
            "No NVIDIA driver was found ({}). Install the driver for your GPU, or use the virtual machine.", path.string()) };
    }
    if (library.handle == nullptr) {
        return Error { fmt::format(
            "The NVIDIA driver could not be opened ({}). Reinstall it, or use the virtual machine.", library.refusal) };
    }

    int version = 0;
    const auto get_version = symbol_of<PFN_cuDriverGetVersion_v2020>(library.handle, "cuDriverGetVersion");
    const auto version_status = get_version == nullptr ? CUDA_ERROR_NOT_FOUND : get_version(&version);
    if (version_status == CUDA_ERROR_STUB_LIBRARY) {
        return Error { fmt::format("The library {} is a link-time stub of the CUDA Toolkit, not a driver. Remove the folder "
                                   "`stubs` from LD_LIBRARY_PATH, or use the virtual machine.",
            path.string()) };
    }
    if (version_status != CUDA_SUCCESS) {
        return Error { fmt::format(
            "The library {} is not an NVIDIA driver. Reinstall the driver, or use the virtual machine.", path.string()) };
    }
    const Lookup lookup { symbol_of<GetProcAddress12>(library.handle, "cuGetProcAddress_v2"),
        symbol_of<GetProcAddress>(library.handle, "cuGetProcAddress") };
    if (version < kRequiredVersion || !lookup.possible())
        return too_old(fmt::format("for CUDA {}", version_text(version)));

    const std::shared_ptr<Driver> driver { new Driver };
    driver->m_version = version;
    driver->m_library = path;
    if (const auto* missing = fill(*driver->m_functions, lookup); missing != nullptr) {
        return Error { fmt::format(
            "The NVIDIA driver (for CUDA {}) has no function {}. Reinstall it, or use the virtual machine.",
            version_text(version), missing) };
    }
    if (const auto status = driver->m_functions->init(0); status != CUDA_SUCCESS)
        return start_error(*driver->m_functions, status);
    return std::shared_ptr<const Driver> { driver };
}

Error Driver::error(DriverStatus status, std::string_view attempt) const
{
    return status_error(*m_functions, static_cast<CUresult>(status), attempt);
}

} // namespace warpstage::gpu
