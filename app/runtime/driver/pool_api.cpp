// Memory pools of the driver API, which are those of the runtime API.
#include "app/runtime/driver/driver.h"
#include "app/runtime/runtime_functions.h"

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

namespace {

// For functions that require no current context.
template <typename Function> Status initialized(Function&& function)
{
    const Status status = check_initialized();
    return status == Status::success ? isolated(std::forward<Function>(function)) : status;
}

} // namespace

WARPSTAGE_API Status cuDeviceGetDefaultMemPool(Pool** result, int number)
{
    return initialized([&] { return cudaDeviceGetDefaultMemPool(result, number); });
}

WARPSTAGE_API Status cuDeviceGetMemPool(Pool** result, int number)
{
    return initialized([&] { return cudaDeviceGetMemPool(result, number); });
}

WARPSTAGE_API Status cuDeviceSetMemPool(int number, Pool* pool)
{
    return initialized([&] { return cudaDeviceSetMemPool(number, pool); });
}

WARPSTAGE_API Status cuMemGetDefaultMemPool(Pool** result, const MemoryLocation* location, int type)
{
    return initialized([&] { return cudaMemGetDefaultMemPool(result, location, type); });
}

WARPSTAGE_API Status cuMemGetMemPool(Pool** result, const MemoryLocation* location, int type)
{
    return initialized([&] { return cudaMemGetMemPool(result, location, type); });
}

WARPSTAGE_API Status cuMemSetMemPool(const MemoryLocation* location, int type, Pool* pool)
{
    return initialized([&] { return cudaMemSetMemPool(location, type, pool); });
}

WARPSTAGE_API Status cuMemPoolCreate(Pool** result, const PoolProperties* properties)
{
    return initialized([&] { return cudaMemPoolCreate(result, properties); });
}

WARPSTAGE_API Status cuMemPoolDestroy(Pool* pool)
{
    return initialized([&] { return cudaMemPoolDestroy(pool); });
}

WARPSTAGE_API Status cuMemPoolTrimTo(Pool* pool, std::size_t kept)
{
    return initialized([&] { return cudaMemPoolTrimTo(pool, kept); });
}

WARPSTAGE_API Status cuMemPoolSetAccess(Pool* pool, const void* access, std::size_t count)
{
    return initialized([&] { return cudaMemPoolSetAccess(pool, access, count); });
}

WARPSTAGE_API Status cuMemPoolGetAccess(int* flags, Pool* pool, const MemoryLocation* location)
{
    return initialized([&] { return cudaMemPoolGetAccess(flags, pool, location); });
}

WARPSTAGE_API Status cuMemPoolSetAttribute(Pool* pool, int number, const void* value)
{
    return initialized([&] { return cudaMemPoolSetAttribute(pool, number, value); });
}

WARPSTAGE_API Status cuMemPoolGetAttribute(Pool* pool, int number, void* value)
{
    return initialized([&] { return cudaMemPoolGetAttribute(pool, number, value); });
}

WARPSTAGE_API Status cuMemAllocFromPoolAsync(void** result, std::size_t bytes, Pool* pool, Stream* stream)
{
    return in_context([&] { return cudaMallocFromPoolAsync(result, bytes, pool, stream); });
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)
