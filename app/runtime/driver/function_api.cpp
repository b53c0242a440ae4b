// Kernels of the driver API: attributes, occupancy and launches.
#include "app/runtime/driver/driver.h"
#include "app/runtime/launch_api.h"
#include "app/runtime/runtime_functions.h"

#include <cstring>

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

namespace {

// CUlaunchConfig.
struct DriverLaunch {
    std::uint32_t grid[3];
    std::uint32_t block[3];
    unsigned int shared_bytes;
    Stream* stream;
    const LaunchAttribute* attributes;
    unsigned int attribute_count;
};

// The parameters in one buffer: a list of an enumerator and a pointer each.
Status read_parameter_buffer(LaunchRequest& request, void* const* extra)
{
    enum class Word : std::uintptr_t { end, buffer, size };
    const void* buffer = nullptr;
    std::size_t bytes = 0;
    for (; static_cast<Word>(reinterpret_cast<std::uintptr_t>(*extra)) != Word::end; extra += 2) {
        switch (static_cast<Word>(reinterpret_cast<std::uintptr_t>(extra[0]))) {
        case Word::buffer:
            buffer = extra[1];
            break;
        case Word::size:
            bytes = *static_cast<const std::size_t*>(extra[1]);
            break;
        case Word::end:
            break;
        default:
            return Status::invalid_value;
        }
    }
    Failure failure;
    const Kernel* kernel = device().modules.kernel(request.function, failure);
    if (kernel == nullptr)
        return failure.status;
    const std::size_t expected = kernel->program->kernel().parameter_bytes;
    if (buffer == nullptr || bytes < expected)
        return Status::invalid_value;
    request.parameters.resize(expected);
    std::memcpy(request.parameters.data(), buffer, expected);
    return Status::success;
}

Status launch_function(LaunchRequest request, Stream* stream, void** arguments, void** extra)
{
    return in_context([&] {
        if (extra != nullptr && *extra != nullptr) {
            if (arguments != nullptr)
                return Status::invalid_value;
            if (const Status status = read_parameter_buffer(request, extra); status != Status::success)
                return status;
        }
        return launch(request, arguments, stream);
    });
}

LaunchConfiguration runtime_configuration(const DriverLaunch& given)
{
    return { { given.grid[0], given.grid[1], given.grid[2] }, { given.block[0], given.block[1], given.block[2] },
        given.shared_bytes, given.stream, given.attributes, given.attribute_count };
}

Status function_attribute(int* value, int number, const void* function)
{
    FunctionAttributes all;
    if (const Status status = cudaFuncGetAttributes(&all, function); status != Status::success)
        return status;
    const std::size_t sizes[] { all.shared_bytes, all.constant_bytes, all.local_bytes };
    const int numbers[] { all.registers, all.ptx_version, all.binary_version, all.cache_mode, all.max_dynamic_shared_bytes,
        all.preferred_carveout, all.cluster_must_be_set, all.cluster_width, all.cluster_height, all.cluster_depth,
        all.nonportable_cluster, all.scheduling_policy };
    constexpr int kFirstNumber = 4; // CU_FUNC_ATTRIBUTE_NUM_REGS
    if (number < 0 || static_cast<std::size_t>(number) >= kFirstNumber + std::size(numbers))
        return Status::invalid_value;
    *value = number == 0        ? all.max_threads
        : number < kFirstNumber ? static_cast<int>(sizes[number - 1])
                                : numbers[number - kFirstNumber];
    return Status::success;
}

// The size with the most resident threads; of equal ones the largest.
Status best_block_size(
    int* grid, int* block, const void* function, std::size_t (*shared_bytes)(int), std::size_t fixed, int limit)
{
    FunctionAttributes attributes;
    if (const Status status = cudaFuncGetAttributes(&attributes, function); status != Status::success)
        return status;
    constexpr int kWarp = 32;
    const int most = limit <= 0 ? attributes.max_threads : std::min(limit, attributes.max_threads);
    int most_threads = 0;
    for (int threads = (most + kWarp - 1) / kWarp * kWarp; threads > 0; threads -= kWarp) {
        const int size = std::min(threads, most);
        int blocks = 0;
        const std::size_t bytes = shared_bytes == nullptr ? fixed : shared_bytes(size);
        const Status status = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, size, bytes);
        if (status != Status::success)
            return status;
        if (blocks * size > most_threads) {
            most_threads = blocks * size;
            *block = size;
            *grid = blocks * static_cast<int>(device().hardware().gpu.multiprocessors);
        }
    }
    return most_threads == 0 ? Status::invalid_value : Status::success;
}

} // namespace

WARPSTAGE_API Status cuLaunchKernel(const void* function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
    unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared_bytes, Stream* stream, void** arguments,
    void** extra)
{
    return launch_function({ .function = function,
                               .grid = { grid_x, grid_y, grid_z },
                               .block = { block_x, block_y, block_z },
                               .dynamic_shared_bytes = shared_bytes },
        stream, arguments, extra);
}

WARPSTAGE_API Status cuLaunchCooperativeKernel(const void* function, unsigned int grid_x, unsigned int grid_y,
    unsigned int grid_z, unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared_bytes,
    Stream* stream, void** arguments)
{
    return launch_function({ .function = function,
                               .grid = { grid_x, grid_y, grid_z },
                               .block = { block_x, block_y, block_z },
                               .dynamic_shared_bytes = shared_bytes,
                               .cooperative = true },
        stream, arguments, nullptr);
}

WARPSTAGE_API Status cuLaunchKernelEx(const DriverLaunch* configuration, const void* function, void** arguments, void** extra)
{
    if (configuration == nullptr)
        return Status::invalid_value;
    const DriverLaunch& given = *configuration;
    LaunchRequest request { .function = function,
        .grid = { given.grid[0], given.grid[1], given.grid[2] },
        .block = { given.block[0], given.block[1], given.block[2] },
        .dynamic_shared_bytes = given.shared_bytes };
    apply_attributes(request, std::span(given.attributes, given.attribute_count));
    return launch_function(std::move(request), given.stream, arguments, extra);
}

WARPSTAGE_API Status cuOccupancyMaxActiveClusters(int* clusters, const void* function, const DriverLaunch* given)
{
    if (given == nullptr)
        return Status::invalid_value;
    return in_context([&] {
        const LaunchConfiguration configuration = runtime_configuration(*given);
        return cudaOccupancyMaxActiveClusters(clusters, function, &configuration);
    });
}

WARPSTAGE_API Status cuOccupancyMaxPotentialClusterSize(int* size, const void* function, const DriverLaunch* given)
{
    if (given == nullptr)
        return Status::invalid_value;
    return in_context([&] {
        const LaunchConfiguration configuration = runtime_configuration(*given);
        return cudaOccupancyMaxPotentialClusterSize(size, function, &configuration);
    });
}

WARPSTAGE_API Status cuFuncGetAttribute(int* value, int number, const void* function)
{
    return in_context([&] { return function_attribute(value, number, function); });
}

WARPSTAGE_API Status cuFuncSetAttribute(const void* function, int number, int value)
{
    return in_context([&] { return cudaFuncSetAttribute(function, number, value); });
}

WARPSTAGE_API Status cuKernelGetAttribute(int* value, int number, const void* kernel, int /*device*/)
{
    return isolated([&] { return function_attribute(value, number, kernel); });
}

WARPSTAGE_API Status cuKernelSetAttribute(int number, int value, const void* kernel, int /*device*/)
{
    return isolated([&] { return cudaFuncSetAttribute(kernel, number, value); });
}

WARPSTAGE_API Status cudaKernelSetAttributeForDevice(const void* kernel, int number, int value, int /*device*/)
{
    return cudaFuncSetAttribute(kernel, number, value);
}

WARPSTAGE_API Status cuFuncSetCacheConfig(const void* /*function*/, int /*configuration*/)
{
    return check_context();
}

// For cuLaunch, which is not supported; PyCUDA also calls them in front of cuLaunchKernel, for which they have no effect.
WARPSTAGE_API Status cuFuncSetBlockShape(const void* /*function*/, int x, int y, int z)
{
    return x <= 0 || y <= 0 || z <= 0 ? Status::invalid_value : check_context();
}

WARPSTAGE_API Status cuFuncSetSharedSize(const void* /*function*/, unsigned int /*bytes*/)
{
    return check_context();
}

WARPSTAGE_API Status cuFuncSetSharedMemConfig(const void* /*function*/, int /*configuration*/)
{
    return check_context();
}

WARPSTAGE_API Status cuFuncGetName(const char** name, const void* function)
{
    if (name == nullptr)
        return Status::invalid_value;
    return in_context([&] {
        Failure failure { Status::success, {} };
        if (const Kernel* kernel = device().modules.kernel(function, failure); kernel != nullptr)
            *name = kernel->name.c_str();
        return failure.status;
    });
}

WARPSTAGE_API Status cuKernelGetName(const char** name, const void* kernel)
{
    return cuFuncGetName(name, kernel);
}

WARPSTAGE_API Status cuFuncGetModule(Binary** result, const void* function)
{
    if (result == nullptr)
        return Status::invalid_value;
    return in_context([&] {
        Failure failure { Status::success, {} };
        if (const Kernel* kernel = device().modules.kernel(function, failure); kernel != nullptr)
            *result = kernel->binary;
        return failure.status;
    });
}

// A kernel is loaded with its module.
WARPSTAGE_API Status cuFuncLoad(const void* /*function*/)
{
    return check_context();
}

WARPSTAGE_API Status cuFuncIsLoaded(int* state, const void* /*function*/)
{
    if (state == nullptr)
        return Status::invalid_value;
    constexpr int kLoaded = 1; // CU_FUNCTION_LOADING_STATE_LOADED
    *state = kLoaded;
    return check_context();
}

WARPSTAGE_API Status cuKernelSetCacheConfig(const void* /*kernel*/, int /*configuration*/, int /*device*/)
{
    return check_initialized();
}

// A library is a module.
WARPSTAGE_API Status cuKernelGetLibrary(Binary** result, const void* kernel)
{
    return cuFuncGetModule(result, kernel);
}

// `bytes` may be null.
WARPSTAGE_API Status cuKernelGetParamInfo(const void* function, std::size_t index, std::size_t* offset, std::size_t* bytes)
{
    return isolated([&] {
        Failure failure { Status::success, {} };
        const Kernel* const kernel = device().modules.kernel(function, failure);
        if (kernel == nullptr)
            return failure.status;
        const auto& parameters = kernel->program->kernel().parameters;
        if (offset == nullptr || index >= parameters.size())
            return Status::invalid_value;
        *offset = parameters[index].offset;
        if (bytes != nullptr)
            *bytes = parameters[index].size;
        return Status::success;
    });
}

WARPSTAGE_API Status cuFuncGetParamInfo(const void* function, std::size_t index, std::size_t* offset, std::size_t* bytes)
{
    const Status status = check_context();
    return status == Status::success ? cuKernelGetParamInfo(function, index, offset, bytes) : status;
}

// The handle of a kernel is a CUfunction and a CUkernel.
WARPSTAGE_API Status cudaGetFuncBySymbol(const void** function, const void* symbol)
{
    return call([&](Device& shared) {
        *function = shared.modules.handle(symbol);
        return *function == nullptr ? Status::invalid_function : Status::success;
    });
}

WARPSTAGE_API Status cuOccupancyMaxActiveBlocksPerMultiprocessor(
    int* blocks, const void* function, int threads, std::size_t shared_bytes)
{
    return in_context([&] { return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared_bytes); });
}

WARPSTAGE_API Status cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, const void* function, int threads, std::size_t shared_bytes, unsigned int /*flags*/)
{
    return cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared_bytes);
}

WARPSTAGE_API Status cuOccupancyMaxPotentialBlockSize(
    int* grid, int* block, const void* function, std::size_t (*shared_bytes)(int), std::size_t fixed, int limit)
{
    return in_context([&] { return best_block_size(grid, block, function, shared_bytes, fixed, limit); });
}

WARPSTAGE_API Status cuOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block, const void* function,
    std::size_t (*shared_bytes)(int), std::size_t fixed, int limit, unsigned int /*flags*/)
{
    return cuOccupancyMaxPotentialBlockSize(grid, block, function, shared_bytes, fixed, limit);
}

WARPSTAGE_API Status cuOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void* function, int blocks, int threads)
{
    return in_context([&] { return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, function, blocks, threads); });
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)
