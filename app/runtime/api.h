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

// A function of the runtime API makes the primary context of the driver API current if the calling thread has none.
void bind_primary_context();

// The failure of a function that the virtual device does not have.
[[nodiscard]] Failure unsupported(const char* name);

// Runs `function(device)`, which returns a Status or a Failure, unless a kernel has faulted before.
template <typename Function> Status call(Function&& function)
{
    Device& shared = device();
    bind_primary_context();
    const std::scoped_lock lock(shared.mutex);
    if (shared.fault() != Status::success)
        return shared.fault();
    const auto outcome = std::forward<Function>(function)(shared);
    if constexpr (std::is_same_v<std::decay_t<decltype(outcome)>, Failure>)
        return shared.finish(outcome);
    else
        return shared.finish({ outcome, {} });
}

// The same for an operation in a stream.
template <typename Function> Status submit(Stream* stream, NodeType type, Function function)
{
    return call([&](Device& shared) {
        return shared.streams.submit(stream, type, [&shared, function]() -> Status {
            const auto outcome = function(shared);
            if constexpr (std::is_same_v<std::decay_t<decltype(outcome)>, Failure>)
                return shared.finish(outcome);
            else
                return outcome;
        });
    });
}

} // namespace warpstage::runtime
