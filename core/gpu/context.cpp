#include "core/gpu/context.h"

#include "core/gpu/driver/driver_error.h"
#include "core/gpu/driver/driver_functions.h"

#include <fmt/format.h>

#include <utility>

namespace warpstage::gpu {

Result<std::shared_ptr<Context>> Context::create(std::shared_ptr<const Driver> driver, int device_index)
{
    auto device = device_info(*driver, device_index);
    if (!device)
        return device.error();
    CUdevice device_handle = 0;
    CUcontext context = nullptr;
    auto status = driver->functions().device_get(&device_handle, device_index);
    if (status == CUDA_SUCCESS)
        status = driver->functions().primary_context_retain(&context, device_handle);
    if (status != CUDA_SUCCESS)
        return driver->error(status, fmt::format("Initializing the GPU {}", device->name));
    // From here on the destructor releases the context.
    const std::shared_ptr<Context> result { new Context { std::move(driver), std::move(*device), device_handle, context } };
    if (auto current = result->make_current(); !current)
        return current.error();
    return result;
}

Context::Context(std::shared_ptr<const Driver> driver, DeviceInfo device, DeviceHandle device_handle, ContextHandle handle)
    : m_driver(std::move(driver))
    , m_device(std::move(device))
    , m_device_handle(device_handle)
    , m_handle(handle)
{
}

Context::~Context()
{
    // A released primary context must not stay current, because this thread may use CUDA elsewhere.
    functions().context_set_current(nullptr);
    functions().primary_context_release(m_device_handle);
}

Result<void> Context::make_current() const
{
    if (const auto status = functions().context_set_current(m_handle); status != CUDA_SUCCESS)
        return m_driver->error(status, "Selecting the GPU context");
    return {};
}

Result<Context::Memory> Context::memory() const
{
    Memory memory;
    if (const auto status = functions().mem_get_info(&memory.free, &memory.total); status != CUDA_SUCCESS)
        return m_driver->error(status, "Querying the free memory of the GPU");
    return memory;
}

Result<void> Context::set_stack_bytes(std::size_t bytes) const
{
    if (const auto status = functions().context_set_limit(CU_LIMIT_STACK_SIZE, bytes); status != CUDA_SUCCESS)
        return m_driver->error(status, "Increasing the stack size of GPU threads");
    return {};
}

Error Context::failure(DriverStatus status, std::string_view attempt)
{
    return is_fault(static_cast<CUresult>(status)) ? fault(status, attempt) : m_driver->error(status, attempt);
}

std::optional<Error> Context::fault() const
{
    const std::scoped_lock lock(m_mutex);
    return m_fault;
}

Error Context::fault(DriverStatus status, std::string_view attempt)
{
    const std::scoped_lock lock(m_mutex);
    if (!m_fault) {
        m_fault = Error { fmt::format("{} failed on the GPU: {}. After this fault the process cannot use the GPU any more: "
                                      "restart warpstage, or use the virtual machine.",
            attempt, status_text(functions(), static_cast<CUresult>(status))) };
    }
    return *m_fault;
}

} // namespace warpstage::gpu
