// Initialization, devices, contexts and errors of the driver API.
#include "app/runtime/driver/driver.h"
#include "app/runtime/runtime_functions.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

namespace {

constexpr int kDriverVersion = 13000;

std::atomic<bool>& initialized()
{
    static std::atomic<bool> value = false;
    return value;
}

// Those of cuCtxCreate; guarded by the device's mutex.
std::vector<std::unique_ptr<Context>>& created_contexts()
{
    static std::vector<std::unique_ptr<Context>> all;
    return all;
}

// The last one is the current context of this thread.
std::vector<Context*>& context_stack()
{
    thread_local std::vector<Context*> stack;
    return stack;
}

int& driver_depth()
{
    thread_local int depth = 0;
    return depth;
}

bool is_context(const Context* context)
{
    const auto& created = created_contexts();
    return context == &primary_context() || std::ranges::find(created, context, &std::unique_ptr<Context>::get) != created.end();
}

Status create_context(Context** result, unsigned int flags, int number)
{
    if (const Status status = check_initialized(); status != Status::success)
        return status;
    if (result == nullptr || number != 0)
        return result == nullptr ? Status::invalid_value : Status::invalid_device;
    const std::scoped_lock lock(device().mutex);
    created_contexts().push_back(std::make_unique<Context>(Context { flags }));
    *result = created_contexts().back().get();
    context_stack().push_back(*result);
    return Status::success;
}

Status check_number(int number)
{
    const Status status = check_initialized();
    return status == Status::success && number != 0 ? Status::invalid_device : status;
}

struct DriverError {
    int code;
    const char* name;
};

constexpr DriverError kDriverErrors[] {
#define DRIVER_STATUS(code, name) { code, name },
#include "app/runtime/driver/status.inc"
#undef DRIVER_STATUS
};

} // namespace

Context& primary_context()
{
    static Context context;
    return context;
}

InsideDriver::InsideDriver()
{
    ++driver_depth();
}

InsideDriver::~InsideDriver()
{
    --driver_depth();
}

void bind_primary_context()
{
    if (driver_depth() != 0)
        return;
    initialized() = true;
    if (context_stack().empty())
        context_stack().push_back(&primary_context());
}

Status driver_status(Status status)
{
    switch (static_cast<int>(status)) {
    case static_cast<int>(Status::invalid_configuration):
    case static_cast<int>(Status::invalid_pitch):
    case static_cast<int>(Status::invalid_texture):
    case static_cast<int>(Status::invalid_channels):
    case static_cast<int>(Status::invalid_direction):
        return Status::invalid_value;
    case static_cast<int>(Status::invalid_symbol):
        return Status::not_found;
    case static_cast<int>(Status::invalid_function):
        return Status::invalid_handle;
    default:
        return status;
    }
}

Status check_initialized()
{
    return initialized() ? Status::success : Status::initialization;
}

Status check_context()
{
    const Status status = check_initialized();
    return status == Status::success && context_stack().empty() ? Status::invalid_context : status;
}

WARPSTAGE_API Status cuInit(unsigned int flags)
{
    if (flags != 0)
        return Status::invalid_value;
    static_cast<void>(device());
    initialized() = true;
    return Status::success;
}

WARPSTAGE_API Status cuDriverGetVersion(int* version)
{
    if (version == nullptr)
        return Status::invalid_value;
    *version = kDriverVersion;
    return Status::success;
}

WARPSTAGE_API Status cuGetErrorName(Status error, const char** text)
{
    const auto* const found = std::ranges::find(kDriverErrors, static_cast<int>(error), &DriverError::code);
    *text = found == std::end(kDriverErrors) ? nullptr : found->name;
    return *text == nullptr ? Status::invalid_value : Status::success;
}

WARPSTAGE_API Status cuGetErrorString(Status error, const char** text)
{
    if (text == nullptr)
        return Status::invalid_value;
    const char* name = nullptr;
    const Status status = cuGetErrorName(error, &name);
    *text = status == Status::success ? text_of(error) : nullptr;
    return status;
}

// Messages go to standard error; the callback gets none.
WARPSTAGE_API Status cuLogsRegisterCallback(const void* /*callback*/, const void* /*data*/, std::uintptr_t* handle)
{
    if (handle != nullptr)
        *handle = 1;
    return Status::success;
}

WARPSTAGE_API Status cuLogsUnregisterCallback(std::uintptr_t /*handle*/)
{
    return Status::success;
}

WARPSTAGE_API Status cuDeviceGetCount(int* count)
{
    if (count == nullptr)
        return Status::invalid_value;
    *count = 1;
    return check_initialized();
}

WARPSTAGE_API Status cuDeviceGet(int* result, int number)
{
    if (result == nullptr)
        return Status::invalid_value;
    *result = 0;
    return check_number(number);
}

WARPSTAGE_API Status cuDeviceGetName(char* text, int bytes, int number)
{
    if (const Status status = check_number(number); status != Status::success)
        return status;
    if (text == nullptr || bytes <= 0)
        return Status::invalid_value;
    std::snprintf(text, static_cast<std::size_t>(bytes), "%s", device_name(device().hardware()).c_str());
    return Status::success;
}

// Any constant number that differs from zero.
WARPSTAGE_API Status cuDeviceGetUuid(char* bytes, int number)
{
    constexpr char kUuid[] = "warpstage-device";
    std::memcpy(bytes, kUuid, sizeof(kUuid) - 1);
    return check_number(number);
}

WARPSTAGE_API Status cuDeviceGetUuid_v2(char* bytes, int number)
{
    return cuDeviceGetUuid(bytes, number);
}

WARPSTAGE_API Status cuDeviceTotalMem_v2(std::size_t* bytes, int number)
{
    if (bytes == nullptr)
        return Status::invalid_value;
    if (const Status status = check_number(number); status != Status::success)
        return status;
    *bytes = device().hardware().memory_bytes();
    return Status::success;
}

WARPSTAGE_API Status cuDeviceGetAttribute(int* value, int attribute_number, int number)
{
    if (value == nullptr)
        return Status::invalid_value;
    if (const Status status = check_number(number); status != Status::success)
        return status;
    const auto found = attribute(attribute_number, device().hardware());
    if (found)
        *value = *found;
    return found ? Status::success : Status::invalid_value;
}

WARPSTAGE_API Status cuDeviceComputeCapability(int* major, int* minor, int number)
{
    if (major == nullptr || minor == nullptr)
        return Status::invalid_value;
    const Status status = check_number(number);
    *major = static_cast<int>(device().hardware().traits.capability.major);
    *minor = static_cast<int>(device().hardware().traits.capability.minor);
    return status;
}

WARPSTAGE_API Status cuDeviceGetPCIBusId(char* text, int bytes, int number)
{
    const Status status = check_number(number);
    return status == Status::success ? isolated([&] { return cudaDeviceGetPCIBusId(text, bytes, number); }) : status;
}

WARPSTAGE_API Status cuDeviceGetByPCIBusId(int* number, const char* text)
{
    const Status status = check_initialized();
    return status == Status::success ? isolated([&] { return cudaDeviceGetByPCIBusId(number, text); }) : status;
}

WARPSTAGE_API Status cuDeviceCanAccessPeer(int* result, int /*number*/, int /*peer*/)
{
    if (result == nullptr)
        return Status::invalid_value;
    *result = 0;
    return check_initialized();
}

WARPSTAGE_API Status cuDevicePrimaryCtxRetain(Context** result, int number)
{
    if (result == nullptr)
        return Status::invalid_value;
    *result = &primary_context();
    return check_number(number);
}

WARPSTAGE_API Status cuDevicePrimaryCtxRelease_v2(int number)
{
    return check_number(number);
}

WARPSTAGE_API Status cuDevicePrimaryCtxReset_v2(int number)
{
    return check_number(number);
}

WARPSTAGE_API Status cuDevicePrimaryCtxSetFlags_v2(int number, unsigned int flags)
{
    primary_context().flags = flags;
    return check_number(number);
}

WARPSTAGE_API Status cuDevicePrimaryCtxGetState(int number, unsigned int* flags, int* active)
{
    if (flags == nullptr || active == nullptr)
        return Status::invalid_value;
    *flags = primary_context().flags;
    *active = std::ranges::find(context_stack(), &primary_context()) == context_stack().end() ? 0 : 1;
    return check_number(number);
}

WARPSTAGE_API Status cuCtxCreate_v2(Context** result, unsigned int flags, int number)
{
    return create_context(result, flags, number);
}

WARPSTAGE_API Status cuCtxCreate_v3(Context** result, const void* /*affinity*/, int /*count*/, unsigned int flags, int number)
{
    return create_context(result, flags, number);
}

WARPSTAGE_API Status cuCtxCreate_v4(Context** result, const void* /*parameters*/, unsigned int flags, int number)
{
    return create_context(result, flags, number);
}

// The memory of the context stays until the program ends.
WARPSTAGE_API Status cuCtxDestroy_v2(Context* context)
{
    if (const Status status = check_initialized(); status != Status::success)
        return status;
    const std::scoped_lock lock(device().mutex);
    if (!is_context(context) || context == &primary_context())
        return Status::invalid_context;
    if (!context_stack().empty() && context_stack().back() == context)
        context_stack().pop_back();
    std::erase_if(created_contexts(), [context](const auto& entry) { return entry.get() == context; });
    return Status::success;
}

// Programs attach no context, so the last reference goes; the primary context stays.
WARPSTAGE_API Status cuCtxDetach(Context* context)
{
    return context == &primary_context() ? check_initialized() : cuCtxDestroy_v2(context);
}

WARPSTAGE_API Status cuCtxGetCurrent(Context** result)
{
    if (result == nullptr)
        return Status::invalid_value;
    *result = context_stack().empty() ? nullptr : context_stack().back();
    return check_initialized();
}

WARPSTAGE_API Status cuCtxSetCurrent(Context* context)
{
    if (const Status status = check_initialized(); status != Status::success)
        return status;
    const std::scoped_lock lock(device().mutex);
    if (context != nullptr && !is_context(context))
        return Status::invalid_context;
    if (!context_stack().empty())
        context_stack().pop_back();
    if (context != nullptr)
        context_stack().push_back(context);
    return Status::success;
}

WARPSTAGE_API Status cuCtxPushCurrent_v2(Context* context)
{
    if (const Status status = check_initialized(); status != Status::success)
        return status;
    const std::scoped_lock lock(device().mutex);
    if (!is_context(context))
        return Status::invalid_context;
    context_stack().push_back(context);
    return Status::success;
}

WARPSTAGE_API Status cuCtxPopCurrent_v2(Context** result)
{
    if (const Status status = check_context(); status != Status::success)
        return status;
    if (result != nullptr)
        *result = context_stack().back();
    context_stack().pop_back();
    return Status::success;
}

WARPSTAGE_API Status cuCtxGetDevice(int* number)
{
    if (number == nullptr)
        return Status::invalid_value;
    *number = 0;
    return check_context();
}

// Null: the current context.
WARPSTAGE_API Status cuCtxGetDevice_v2(int* number, const Context* context)
{
    return context == nullptr ? cuCtxGetDevice(number) : cuDeviceGet(number, 0);
}

WARPSTAGE_API Status cuCtxGetFlags(unsigned int* flags)
{
    if (flags == nullptr)
        return Status::invalid_value;
    const Status status = check_context();
    *flags = status == Status::success ? context_stack().back()->flags : 0;
    return status;
}

WARPSTAGE_API Status cuCtxGetApiVersion(const Context* /*context*/, unsigned int* version)
{
    if (version == nullptr)
        return Status::invalid_value;
    *version = kDriverVersion;
    return check_initialized();
}

// Any number that no other context has. Null: the current context.
WARPSTAGE_API Status cuCtxGetId(const Context* context, unsigned long long* id)
{
    if (id == nullptr)
        return Status::invalid_value;
    const Status status = check_context();
    if (status == Status::success)
        *id = reinterpret_cast<std::uintptr_t>(context == nullptr ? context_stack().back() : context);
    return status;
}

WARPSTAGE_API Status cuCtxResetPersistingL2Cache()
{
    return check_context();
}

WARPSTAGE_API Status cuCtxSynchronize()
{
    return in_context([] { return cudaDeviceSynchronize(); });
}

WARPSTAGE_API Status cuCtxSynchronize_v2(const Context* /*context*/)
{
    return isolated([] { return cudaDeviceSynchronize(); });
}

WARPSTAGE_API Status cuCtxGetLimit(std::size_t* value, int limit)
{
    return in_context([&] { return cudaDeviceGetLimit(value, limit); });
}

WARPSTAGE_API Status cuCtxSetLimit(int limit, std::size_t value)
{
    return in_context([&] { return cudaDeviceSetLimit(limit, value); });
}

WARPSTAGE_API Status cuCtxGetStreamPriorityRange(int* lowest, int* greatest)
{
    return in_context([&] { return cudaDeviceGetStreamPriorityRange(lowest, greatest); });
}

WARPSTAGE_API Status cuCtxGetCacheConfig(int* configuration)
{
    if (configuration == nullptr)
        return Status::invalid_value;
    *configuration = 0;
    return check_context();
}

WARPSTAGE_API Status cuCtxSetCacheConfig(int /*configuration*/)
{
    return check_context();
}

WARPSTAGE_API Status cuProfilerInitialize(const char* /*configuration*/, const char* /*output*/, int /*mode*/)
{
    return check_context();
}

WARPSTAGE_API Status cuProfilerStart()
{
    return check_context();
}

WARPSTAGE_API Status cuProfilerStop()
{
    return check_context();
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)
