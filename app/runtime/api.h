// What every function of the exported CUDA Runtime API uses: the device, the lock and the error handling.
#pragma once

#include "app/runtime/exported.h"
#include "core/runtime/device.h"

#include <mutex>
#include <utility>

namespace warpstage::runtime {

// The device of this process, created by the first call with the settings of `warpstage exec`. It is never destroyed: programs
// call the API while they exit.
[[nodiscard]] Device& device();

// For a thread of a program that ends.
[[noreturn]] void wait_for_end();

// A function of the runtime API makes the primary context of the driver API current if the calling thread has none.
void bind_primary_context();

// The failure of a function that the virtual device does not have.
[[nodiscard]] Failure unsupported(const char* name);

// Runs `function(device)`, which returns a Status or a Failure, unless a kernel has faulted before.
template <typename Function> Status call(Function&& function)
{
    Device& shared = device();
    bind_primary_context();
    std::unique_lock lock(shared.mutex);
    if (shared.is_left_behind()) {
        lock.unlock();
        wait_for_end();
    }
    if (shared.runs_host_function())
        return shared.refuse_call();
    if (shared.fault() != Status::success)
        return shared.finish({ shared.fault(), {} });
    const auto outcome = std::forward<Function>(function)(shared);
    if constexpr (std::is_same_v<std::decay_t<decltype(outcome)>, Failure>)
        return shared.finish(outcome);
    else
        return shared.finish({ outcome, {} });
}

// A call that fails whatever the device does.
inline Status fail(Status status)
{
    return call([status](Device&) { return status; });
}
// For example, where the program passes null for a result.
inline Status invalid_value()
{
    return fail(Status::invalid_value);
}

// The same for an operation in a stream.
template <typename Function> Status submit(Stream* stream, NodeType type, Function function, WorkNote&& note = {})
{
    return call([&](Device& shared) {
        const auto operation = [&shared, function]() -> Status {
            if (shared.fault() != Status::success)
                return shared.fault();
            const auto outcome = function(shared);
            if constexpr (std::is_same_v<std::decay_t<decltype(outcome)>, Failure>)
                return shared.finish(outcome);
            else
                return outcome;
        };
        return shared.streams.submit(stream, type, operation, std::move(note));
    });
}

// Whether the operations of the stream run later.
inline bool is_late(Stream* stream)
{
    return device().streams.is_late() && !device().streams.is_captured(stream);
}

// As submit(). `check`: the error of an operation that runs later, which its call returns as on a GPU.
template <typename Check, typename Function>
Status submit_checked(Stream* stream, NodeType type, Check check, Function function, WorkNote&& note = {})
{
    if (is_late(stream) && device().streams.find(stream) != nullptr) {
        if (const Status status = call([&](Device& shared) { return check(shared); }); status != Status::success)
            return status;
    }
    return submit(stream, type, std::move(function), std::move(note));
}

// Waits for the operations of a stream, as a copy does that is not asynchronous. `status`: of their submission.
inline Status wait_for(Status status, Stream* stream)
{
    return status != Status::success ? status : call([stream](Device& shared) {
        const Status finished = shared.streams.synchronize(stream);
        return shared.fault() != Status::success ? shared.fault() : finished;
    });
}

} // namespace warpstage::runtime
