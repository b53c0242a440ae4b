// An initialized GPU: its primary context, and whether it has failed.
#pragma once

#include "core/base/result.h"
#include "core/gpu/device.h"
#include "core/gpu/driver/driver.h"
#include "core/gpu/driver/handles.h"

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>

namespace warpstage::gpu {

// Every GPU object holds its context, so the order of destruction does not matter. Destructors in core/gpu cannot report errors:
// the driver's status when freeing is ignored, also when the driver shuts down at the end of the process.
class Context {
public:
    // Retains the primary context of a device and makes it current on this thread.
    [[nodiscard]] static Result<std::shared_ptr<Context>> create(std::shared_ptr<const Driver> driver, int device_index);

    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    ~Context();

    [[nodiscard]] const Driver& driver() const { return *m_driver; }
    [[nodiscard]] const DriverFunctions& functions() const { return m_driver->functions(); }
    [[nodiscard]] const DeviceInfo& device() const { return m_device; }
    [[nodiscard]] DeviceHandle device_handle() const { return m_device_handle; }
    [[nodiscard]] ContextHandle handle() const { return m_handle; }

    // Driver calls use the thread's current context, which other code may have changed.
    [[nodiscard]] Result<void> make_current() const;

    struct Memory {
        std::size_t free = 0; // bytes
        std::size_t total = 0;
    };
    [[nodiscard]] Result<Memory> memory() const;
    // Stack size per thread, for recursive functions and calls through pointers; for all others the compiler computes it. The
    // driver's default is 1 KiB.
    [[nodiscard]] Result<void> set_stack_bytes(std::size_t bytes) const;

    // The Error for a failed call. A status that only a fault can cause marks the context as failed.
    [[nodiscard]] Error failure(DriverStatus status, std::string_view attempt);
    // The Error for failed work on the GPU: the context has failed, whatever the status.
    [[nodiscard]] Error fault(DriverStatus status, std::string_view attempt);
    // Why the context has failed. Afterward no CUDA call works in this process. Thread-safe, like failure().
    [[nodiscard]] std::optional<Error> fault() const;

private:
    Context(std::shared_ptr<const Driver> driver, DeviceInfo device, DeviceHandle device_handle, ContextHandle handle);

    std::shared_ptr<const Driver> m_driver;
    DeviceInfo m_device;
    DeviceHandle m_device_handle = 0;
    ContextHandle m_handle = nullptr;
    mutable std::mutex m_mutex; // of m_fault
    std::optional<Error> m_fault;
};

} // namespace warpstage::gpu
