// Modules, libraries and the linker of the driver API, and the libraries of the runtime API, which are the same.
#include "app/runtime/driver/driver.h"
#include "app/runtime/runtime_functions.h"
#include "core/base/whole_file.h"

#include <algorithm>
#include <memory>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

// CUlinkState points to it.
struct Linker {
    std::vector<std::string> texts; // PTX
    std::string linked;
};

namespace {

constexpr int kPtxInput = 1; // CU_JIT_INPUT_PTX
constexpr std::uint64_t kMaxImageBytes = std::uint64_t { 1 } << 30U;
// CUDA_ERROR_FILE_NOT_FOUND, also of a file that cannot be read.
constexpr auto kFileNotFound = static_cast<Status>(301);

std::vector<std::unique_ptr<Linker>>& linkers()
{
    static std::vector<std::unique_ptr<Linker>> all;
    return all;
}

Status load_image(Binary** result, const void* image)
{
    return call([&](Device& shared) {
        Failure failure { Status::success, {} };
        if (result == nullptr || image == nullptr)
            return Failure { Status::invalid_value, {} };
        *result = shared.modules.load_image(image, failure);
        return failure;
    });
}

Status load_file(Binary** result, const char* path)
{
    if (path == nullptr)
        return Status::invalid_value;
    const auto image = read_whole_file(path, kMaxImageBytes);
    // The zero byte behind it ends a PTX text.
    return image && !image->empty() ? load_image(result, image->c_str()) : kFileNotFound;
}

Status unload(Binary* binary)
{
    return call([&](Device& shared) {
        if (!shared.modules.contains(binary))
            return Status::invalid_handle;
        shared.modules.remove(binary);
        return Status::success;
    });
}

Status find_kernel(const void** result, Binary* binary, const char* name)
{
    return call([&](Device& shared) {
        if (result == nullptr || name == nullptr)
            return Status::invalid_value;
        if (!shared.modules.contains(binary))
            return Status::invalid_handle;
        *result = shared.modules.find_kernel(*binary, name);
        return *result == nullptr ? Status::not_found : Status::success;
    });
}

Status find_variable(void** address, std::size_t* bytes, Binary* binary, const char* name)
{
    return call([&](Device& shared) {
        if (name == nullptr)
            return Status::invalid_value;
        if (!shared.modules.contains(binary))
            return Status::invalid_handle;
        Failure failure { Status::success, {} };
        std::size_t size = 0;
        void* const found = shared.modules.address(*binary, name, size, failure);
        if (address != nullptr)
            *address = found;
        if (bytes != nullptr)
            *bytes = size;
        return failure.status;
    });
}

Status kernel_count(unsigned int* count, Binary* binary)
{
    return call([&](Device& shared) {
        if (!shared.modules.contains(binary))
            return Status::invalid_handle;
        *count = static_cast<unsigned int>(Modules::kernel_names(*binary).size());
        return Status::success;
    });
}

Status enumerate_kernels(const void** kernels, unsigned int count, Binary* binary)
{
    return call([&](Device& shared) {
        if (!shared.modules.contains(binary))
            return Status::invalid_handle;
        for (const std::string& name : Modules::kernel_names(*binary)) {
            if (count == 0)
                break;
            *kernels++ = shared.modules.find_kernel(*binary, name);
            --count;
        }
        return Status::success;
    });
}

Status add_to_linker(Linker* linker, int type, std::string text)
{
    return call([&](Device&) {
        if (std::ranges::find(linkers(), linker, &std::unique_ptr<Linker>::get) == linkers().end())
            return Failure { Status::invalid_handle, {} };
        if (type != kPtxInput)
            return Failure { Status::not_supported, "`cuLinkAddData` supports only PTX on the virtual device." };
        linker->texts.push_back(std::move(text));
        return Failure { Status::success, {} };
    });
}

} // namespace

WARPSTAGE_API Status cuModuleLoadData(Binary** result, const void* image)
{
    return in_context([&] { return load_image(result, image); });
}

WARPSTAGE_API Status cuModuleLoadDataEx(
    Binary** result, const void* image, unsigned int /*count*/, int* /*options*/, void** /*values*/)
{
    return cuModuleLoadData(result, image);
}

WARPSTAGE_API Status cuModuleLoadFatBinary(Binary** result, const void* image)
{
    return cuModuleLoadData(result, image);
}

WARPSTAGE_API Status cuModuleLoad(Binary** result, const char* path)
{
    return in_context([&] { return load_file(result, path); });
}

WARPSTAGE_API Status cuModuleUnload(Binary* binary)
{
    return in_context([&] { return unload(binary); });
}

WARPSTAGE_API Status cuModuleGetFunction(const void** result, Binary* binary, const char* name)
{
    return in_context([&] { return find_kernel(result, binary, name); });
}

WARPSTAGE_API Status cuModuleGetFunctionCount(unsigned int* count, Binary* binary)
{
    return in_context([&] { return kernel_count(count, binary); });
}

WARPSTAGE_API Status cuModuleEnumerateFunctions(const void** functions, unsigned int count, Binary* binary)
{
    return in_context([&] { return enumerate_kernels(functions, count, binary); });
}

WARPSTAGE_API Status cuModuleGetGlobal_v2(void** address, std::size_t* bytes, Binary* binary, const char* name)
{
    return in_context([&] { return find_variable(address, bytes, binary, name); });
}

// Modules are loaded at once.
WARPSTAGE_API Status cuModuleGetLoadingMode(int* mode)
{
    if (mode == nullptr)
        return Status::invalid_value;
    constexpr int kEager = 1;
    *mode = kEager;
    return check_initialized();
}

WARPSTAGE_API Status cuLibraryLoadData(Binary** result, const void* image, int* /*options*/, void** /*values*/,
    unsigned int /*count*/, int* /*library_options*/, void** /*library_values*/, unsigned int /*library_count*/)
{
    const Status status = check_initialized();
    return status == Status::success ? isolated([&] { return load_image(result, image); }) : status;
}

WARPSTAGE_API Status cuLibraryLoadFromFile(Binary** result, const char* path, int* /*options*/, void** /*values*/,
    unsigned int /*count*/, int* /*library_options*/, void** /*library_values*/, unsigned int /*library_count*/)
{
    const Status status = check_initialized();
    return status == Status::success ? isolated([&] { return load_file(result, path); }) : status;
}

WARPSTAGE_API Status cuLibraryUnload(Binary* binary)
{
    return isolated([&] { return unload(binary); });
}

WARPSTAGE_API Status cuLibraryGetKernel(const void** result, Binary* binary, const char* name)
{
    return isolated([&] { return find_kernel(result, binary, name); });
}

WARPSTAGE_API Status cuLibraryGetKernelCount(unsigned int* count, Binary* binary)
{
    return isolated([&] { return kernel_count(count, binary); });
}

WARPSTAGE_API Status cuLibraryEnumerateKernels(const void** kernels, unsigned int count, Binary* binary)
{
    return isolated([&] { return enumerate_kernels(kernels, count, binary); });
}

WARPSTAGE_API Status cuLibraryGetModule(Binary** result, Binary* binary)
{
    if (result == nullptr)
        return Status::invalid_value;
    *result = binary;
    return check_context();
}

WARPSTAGE_API Status cuKernelGetFunction(const void** function, const void* kernel)
{
    if (function == nullptr)
        return Status::invalid_value;
    *function = kernel;
    return check_context();
}

WARPSTAGE_API Status cuLibraryGetGlobal(void** address, std::size_t* bytes, Binary* binary, const char* name)
{
    return in_context([&] { return find_variable(address, bytes, binary, name); });
}

WARPSTAGE_API Status cuLinkCreate_v2(unsigned int /*count*/, int* /*options*/, void** /*values*/, Linker** result)
{
    if (result == nullptr)
        return Status::invalid_value;
    return in_context([&] {
        *result = linkers().emplace_back(std::make_unique<Linker>()).get();
        return Status::success;
    });
}

WARPSTAGE_API Status cuLinkAddData_v2(Linker* linker, int type, const char* data, std::size_t bytes, const char* /*name*/,
    unsigned int /*count*/, int* /*options*/, void** /*values*/)
{
    const std::string text(data, bytes);
    return in_context([&] { return add_to_linker(linker, type, text.substr(0, text.find('\0'))); });
}

WARPSTAGE_API Status cuLinkAddFile_v2(
    Linker* linker, int type, const char* path, unsigned int /*count*/, int* /*options*/, void** /*values*/)
{
    return in_context([&] {
        if (path == nullptr)
            return Status::invalid_value;
        const auto text = read_whole_file(path, kMaxImageBytes);
        return text ? add_to_linker(linker, type, *text) : kFileNotFound;
    });
}

// The result is the PTX, which cuModuleLoadData accepts as it accepts a linked cubin.
WARPSTAGE_API Status cuLinkComplete(Linker* linker, const void** image, std::size_t* bytes)
{
    if (linker == nullptr || image == nullptr)
        return Status::invalid_value;
    return in_context([&] {
        return call([&](Device&) {
            if (linker->texts.empty())
                return Failure { Status::invalid_value, {} };
            linker->linked = link_texts(linker->texts);
            *image = linker->linked.c_str();
            if (bytes != nullptr)
                *bytes = linker->linked.size() + 1;
            return Failure { Status::success, {} };
        });
    });
}

WARPSTAGE_API Status cuLinkDestroy(Linker* linker)
{
    return in_context([&] {
        std::erase_if(linkers(), [linker](const auto& entry) { return entry.get() == linker; });
        return Status::success;
    });
}

WARPSTAGE_API Status cudaLibraryLoadData(Binary** result, const void* image, int* /*options*/, void** /*values*/,
    unsigned int /*count*/, int* /*library_options*/, void** /*library_values*/, unsigned int /*library_count*/)
{
    return load_image(result, image);
}

WARPSTAGE_API Status cudaLibraryLoadFromFile(Binary** result, const char* path, int* /*options*/, void** /*values*/,
    unsigned int /*count*/, int* /*library_options*/, void** /*library_values*/, unsigned int /*library_count*/)
{
    return load_file(result, path);
}

WARPSTAGE_API Status cudaLibraryUnload(Binary* binary)
{
    return unload(binary);
}

WARPSTAGE_API Status cudaLibraryGetKernel(const void** result, Binary* binary, const char* name)
{
    return find_kernel(result, binary, name);
}

WARPSTAGE_API Status cudaLibraryGetKernelCount(unsigned int* count, Binary* binary)
{
    return kernel_count(count, binary);
}

WARPSTAGE_API Status cudaLibraryEnumerateKernels(const void** kernels, unsigned int count, Binary* binary)
{
    return enumerate_kernels(kernels, count, binary);
}

WARPSTAGE_API Status cudaLibraryGetGlobal(void** address, std::size_t* bytes, Binary* binary, const char* name)
{
    return find_variable(address, bytes, binary, name);
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)
