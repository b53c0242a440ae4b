// What the functions of the exported CUDA driver API use. They work on the same device as those of the runtime API.
#pragma once

#include "app/runtime/api.h"

#include <utility>

namespace warpstage::runtime {

// CUcontext points to it. All contexts share the memory and the modules of the one device.
struct Context {
    unsigned int flags = 0;
};

// The context of the runtime API.
[[nodiscard]] Context& primary_context();

// The error as a CUresult: most codes are equal to those of the runtime API.
[[nodiscard]] Status driver_status(Status status);

// CUDA_ERROR_NOT_INITIALIZED before cuInit, CUDA_ERROR_INVALID_CONTEXT if this thread has no current context.
[[nodiscard]] Status check_context();
[[nodiscard]] Status check_initialized();

// While it exists, functions of the runtime API leave the current context of this thread as it is.
class InsideDriver {
public:
    InsideDriver();
    InsideDriver(const InsideDriver&) = delete;
    InsideDriver& operator=(const InsideDriver&) = delete;
    ~InsideDriver();
};

// Runs `function()`, which returns a Status and may call functions of the runtime API, without a change of cudaGetLastError.
template <typename Function> Status isolated(Function&& function)
{
    Device& shared = device();
    const std::scoped_lock lock(shared.mutex);
    const InsideDriver inside;
    const Status before = shared.last_error(false);
    const Status status = std::forward<Function>(function)();
    shared.restore_last_error(before);
    return driver_status(status);
}

// The same for a function that requires a current context.
template <typename Function> Status in_context(Function&& function)
{
    const Status status = check_context();
    return status == Status::success ? isolated(std::forward<Function>(function)) : status;
}

// The exported function of this name, in the newest version that programs for CUDA `version` (12090) use; null: none.
[[nodiscard]] void* entry_point(const char* name, int version);

} // namespace warpstage::runtime
