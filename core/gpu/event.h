// An event in a stream: whether it has completed, and the time between two events.
#pragma once

#include "core/base/result.h"
#include "core/gpu/context.h"
#include "core/gpu/driver/handles.h"
#include "core/gpu/stream.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string_view>

namespace warpstage::gpu {

class Event {
public:
    enum class Purpose : std::uint8_t {
        timing,
        completion, // without a time stamp; a waiting thread sleeps
    };
    [[nodiscard]] static Result<Event> create(std::shared_ptr<Context> context, Purpose purpose);

    Event(Event&& other) noexcept;
    Event& operator=(Event&& other) = delete;
    ~Event();

    [[nodiscard]] Result<void> record(Stream& stream);

    // Later work of the stream waits for this event of another stream.
    [[nodiscard]] Result<void> hold(Stream& stream);

    // `work` names the work of the stream before the event and starts a sentence: "The step". An Error is a fault.
    [[nodiscard]] Result<bool> reached(std::string_view work);
    [[nodiscard]] Result<void> wait(std::string_view work);

    // Time between two completed events, both created with timing. Resolution about 0.5 µs (cuda.h, cuEventElapsedTime).
    [[nodiscard]] static Result<std::chrono::nanoseconds> between(const Event& from, const Event& to);

private:
    Event(std::shared_ptr<Context> context, EventHandle handle);

    std::shared_ptr<Context> m_context; // null when moved from
    EventHandle m_handle = nullptr;
};

} // namespace warpstage::gpu
