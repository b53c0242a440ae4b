// Functions that nvcc's generated code calls: registration of device code before main(), and <<<...>>>.
#include "app/runtime/api.h"
#include "core/runtime/program/fat_binary.h"

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

namespace {

Binary* binary_of(void** handle)
{
    return reinterpret_cast<Binary*>(handle);
}

} // namespace

WARPSTAGE_API void** __cudaRegisterFatBinary(void* wrapper)
{
    Device& shared = device();
    const std::scoped_lock lock(shared.mutex);
    return reinterpret_cast<void**>(shared.modules.add(registered_containers(wrapper)));
}

WARPSTAGE_API void __cudaRegisterFatBinaryEnd(void** /*handle*/) { }

WARPSTAGE_API void __cudaUnregisterFatBinary(void** handle)
{
    Device& shared = device();
    if (shared.fault() == Status::initialization) // a forked child, which has no threads of its parent to wait for
        return;
    std::unique_lock lock(shared.mutex, std::try_to_lock);
    if (!lock) {
        // The program ends while another thread launches a kernel; what it uses stays.
        shared.begin_exit();
        lock.lock();
        return;
    }
    if (shared.streams.runs_beside()) {
        shared.begin_exit();
        shared.streams.wait_for_running();
    }
    shared.streams.report_unfinished();
    if (!shared.launcher.has_stopped())
        shared.modules.remove(binary_of(handle));
}

WARPSTAGE_API void __cudaRegisterFunction(void** handle, const char* host, char* /*device_function*/, const char* name,
    int /*threads*/, void* /*tid*/, void* /*bid*/, void* /*block*/, void* /*grid*/, int* /*warp_size*/)
{
    Device& shared = device();
    const std::scoped_lock lock(shared.mutex);
    shared.modules.add_kernel(*binary_of(handle), host, name);
}

WARPSTAGE_API void __cudaRegisterVar(void** handle, char* host, char* /*address*/, const char* name, int /*external*/,
    std::size_t bytes, int /*constant*/, int /*global*/)
{
    Device& shared = device();
    const std::scoped_lock lock(shared.mutex);
    shared.modules.add_symbol(*binary_of(handle), host, name, bytes);
}

WARPSTAGE_API void __cudaRegisterHostVar(void** handle, const char* name, char* host, std::size_t bytes)
{
    __cudaRegisterVar(handle, host, nullptr, name, 0, bytes, 0, 1);
}

WARPSTAGE_API void __cudaRegisterManagedVar(void** handle, void** pointer, char* /*address*/, const char* name, int /*external*/,
    std::size_t bytes, int /*constant*/, int /*global*/)
{
    Device& shared = device();
    const std::scoped_lock lock(shared.mutex);
    shared.modules.add_managed(*binary_of(handle), pointer, name, bytes);
}

// Called before the program first accesses a managed variable.
WARPSTAGE_API char __cudaInitModule(void** handle)
{
    return call([&](Device& shared) -> Failure {
        const Failure* failure = shared.modules.load(*binary_of(handle));
        return failure != nullptr ? *failure : Failure { Status::success, {} };
    }) == Status::success;
}

WARPSTAGE_API unsigned int __cudaPushCallConfiguration(Dim3 grid, Dim3 block, std::size_t shared_bytes, Stream* stream)
{
    Device& shared = device();
    const std::scoped_lock lock(shared.mutex);
    shared.calls.push_back({ grid, block, shared_bytes, stream });
    return 0;
}

WARPSTAGE_API Status __cudaPopCallConfiguration(Dim3* grid, Dim3* block, std::size_t* shared_bytes, Stream** stream)
{
    if (grid == nullptr || block == nullptr || shared_bytes == nullptr)
        return invalid_value();
    return call([&](Device& shared) {
        if (shared.calls.empty())
            return Status::invalid_configuration;
        const CallConfiguration& last = shared.calls.back();
        *grid = last.grid;
        *block = last.block;
        *shared_bytes = last.dynamic_shared_bytes;
        *stream = last.stream;
        shared.calls.pop_back();
        return Status::success;
    });
}

WARPSTAGE_API Status __cudaGetKernel(const void** kernel, const void* function)
{
    return call([&](Device& shared) {
        *kernel = shared.modules.handle(function);
        return *kernel == nullptr ? Status::invalid_function : Status::success;
    });
}

WARPSTAGE_API Status cudaGetKernel(const void** kernel, const void* function)
{
    return __cudaGetKernel(kernel, function);
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)
