// The device, its errors and versions.
#include "app/runtime/api.h"
#include "app/runtime/version/versions.h"

#include <cstdio>
#include <string_view>

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

namespace {

constexpr int kDriverNumber = 13000;

constexpr std::string_view kBusId = "0000:01:00.0";

Status check_device(int number)
{
    return call([&](Device&) { return number == 0 ? Status::success : Status::invalid_device; });
}

} // namespace

WARPSTAGE_API Status cudaGetDeviceCount(int* count)
{
    if (count == nullptr)
        return invalid_value();
    *count = 1;
    return call([](Device&) { return Status::success; });
}

WARPSTAGE_API Status cudaGetDevice(int* number)
{
    if (number == nullptr)
        return invalid_value();
    *number = 0;
    return call([](Device&) { return Status::success; });
}

WARPSTAGE_API Status cudaSetDevice(int number)
{
    return check_device(number);
}

WARPSTAGE_API Status cudaInitDevice(int number, unsigned int /*device_flags*/, unsigned int /*flags*/)
{
    return check_device(number);
}

WARPSTAGE_API Status cudaChooseDevice(int* number, const void* /*properties*/)
{
    return cudaGetDevice(number);
}

WARPSTAGE_API Status cudaSetValidDevices(const int* /*numbers*/, int /*count*/)
{
    return Status::success;
}

WARPSTAGE_API Status cudaSetDeviceFlags(unsigned int /*flags*/)
{
    return Status::success;
}

WARPSTAGE_API Status cudaGetDeviceFlags(unsigned int* flags)
{
    if (flags == nullptr)
        return invalid_value();
    constexpr unsigned int kMapHost = 8;
    *flags = kMapHost;
    return Status::success;
}

WARPSTAGE_API Status warpstage_properties(void* properties, int number, RuntimeVersion version)
{
    if (properties == nullptr)
        return invalid_value();
    return call([&](Device& shared) {
        if (number != 0)
            return Status::invalid_device;
        const std::span bytes(static_cast<std::byte*>(properties), properties_bytes(version));
        write_properties(bytes, version, shared.hardware());
        return Status::success;
    });
}

WARPSTAGE_API Status cudaDeviceGetAttribute(int* value, int number, int device_number)
{
    if (value == nullptr)
        return invalid_value();
    return call([&](Device& shared) {
        const auto found = attribute(number, shared.hardware());
        if (device_number != 0 || !found)
            return found ? Status::invalid_device : Status::invalid_value;
        *value = *found;
        return Status::success;
    });
}

WARPSTAGE_API Status cudaDeviceGetPCIBusId(char* text, int bytes, int number)
{
    if (text == nullptr)
        return invalid_value();
    std::snprintf(text, static_cast<std::size_t>(bytes), "%s", kBusId.data());
    return check_device(number);
}

WARPSTAGE_API Status cudaDeviceGetByPCIBusId(int* number, const char* text)
{
    if (number == nullptr || text == nullptr)
        return invalid_value();
    *number = 0;
    return call([&](Device&) { return text == kBusId ? Status::success : Status::invalid_value; });
}

WARPSTAGE_API Status cudaDeviceCanAccessPeer(int* result, int /*number*/, int /*peer*/)
{
    if (result == nullptr)
        return invalid_value();
    *result = 0;
    return Status::success;
}

WARPSTAGE_API Status cudaDeviceEnablePeerAccess(int /*peer*/, unsigned int /*flags*/)
{
    return call([](Device&) { return Status::invalid_device; });
}

WARPSTAGE_API Status cudaDeviceDisablePeerAccess(int /*peer*/)
{
    return call([](Device&) { return Status::peer_not_enabled; });
}

WARPSTAGE_API Status cudaDeviceGetCacheConfig(int* configuration)
{
    if (configuration == nullptr)
        return invalid_value();
    *configuration = 0;
    return Status::success;
}

WARPSTAGE_API Status cudaDeviceSetCacheConfig(int /*configuration*/)
{
    return Status::success;
}

WARPSTAGE_API Status cudaDeviceGetSharedMemConfig(int* configuration)
{
    if (configuration == nullptr)
        return invalid_value();
    constexpr int kFourBytes = 1;
    *configuration = kFourBytes;
    return Status::success;
}

WARPSTAGE_API Status cudaDeviceSetSharedMemConfig(int /*configuration*/)
{
    return Status::success;
}

WARPSTAGE_API Status cudaDeviceSynchronize()
{
    return call([](Device& shared) {
        if (shared.streams.invalidate_captures())
            return Status::capture_unsupported;
        const Status finished = shared.streams.synchronize_all();
        return shared.fault() != Status::success ? shared.fault() : finished;
    });
}

WARPSTAGE_API Status cudaThreadSynchronize()
{
    return cudaDeviceSynchronize();
}

// A fault stays until the program ends ("cudaErrorIllegalAddress: ... the process must be terminated"), as on an H200.
// Allocations stay, so that a later cudaFree of the program is no error.
WARPSTAGE_API Status cudaDeviceReset()
{
    Device& shared = device();
    const std::scoped_lock lock(shared.mutex);
    static_cast<void>(shared.streams.synchronize_all()); // with the output of kernels
    shared.reset();
    return Status::success;
}

WARPSTAGE_API Status cudaThreadExit()
{
    return cudaDeviceReset();
}

WARPSTAGE_API Status cudaGetLastError()
{
    Device& shared = device();
    const std::scoped_lock lock(shared.mutex);
    return shared.last_error(true);
}

WARPSTAGE_API Status cudaPeekAtLastError()
{
    Device& shared = device();
    const std::scoped_lock lock(shared.mutex);
    return shared.last_error(false);
}

WARPSTAGE_API const char* cudaGetErrorName(Status status)
{
    return name_of(status);
}

WARPSTAGE_API const char* cudaGetErrorString(Status status)
{
    return text_of(status);
}

WARPSTAGE_API Status cudaDriverGetVersion(int* version)
{
    if (version == nullptr)
        return invalid_value();
    *version = kDriverNumber;
    return Status::success;
}

WARPSTAGE_API Status cudaProfilerStart()
{
    return Status::success;
}

WARPSTAGE_API Status cudaProfilerStop()
{
    return Status::success;
}

// Hints for managed memory; the arguments differ between CUDA 12 and 13.
WARPSTAGE_API Status cudaMemAdvise(const void* pointer)
{
    return call([pointer](Device& shared) {
        const Allocation* const allocation = shared.memory.find(pointer);
        const bool is_device = allocation != nullptr && allocation->kind == MemoryKind::device;
        return is_device ? Status::invalid_value : Status::success;
    });
}

WARPSTAGE_API Status cudaMemAdvise_v2(const void* pointer)
{
    return cudaMemAdvise(pointer);
}

WARPSTAGE_API Status cudaMemPrefetchAsync(const void* pointer)
{
    return cudaMemAdvise(pointer);
}

WARPSTAGE_API Status cudaMemPrefetchAsync_v2(const void* pointer)
{
    return cudaMemAdvise(pointer);
}

WARPSTAGE_API Status cudaCtxResetPersistingL2Cache()
{
    return Status::success;
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)
