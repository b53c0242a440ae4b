// Streams, events and callbacks.
#include "app/runtime/api.h"

#include <algorithm>
#include <array>
#include <chrono>

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

namespace {

Status check_stream(Stream* stream)
{
    return call(
        [&](Device& shared) { return shared.streams.find(stream) == nullptr ? Status::invalid_handle : Status::success; });
}

constexpr int kLowestPriority = 0;
constexpr int kMaxPriority = -5;

} // namespace

WARPSTAGE_API Status cudaStreamCreateWithPriority(Stream** result, unsigned int flags, int priority)
{
    if (result == nullptr || (flags & ~Stream::kNonBlocking) != 0)
        return invalid_value();
    return call([&](Device& shared) {
        *result = shared.streams.create(flags, std::clamp(priority, kMaxPriority, kLowestPriority));
        return Status::success;
    });
}

WARPSTAGE_API Status cudaStreamCreateWithFlags(Stream** result, unsigned int flags)
{
    return cudaStreamCreateWithPriority(result, flags, kLowestPriority);
}

WARPSTAGE_API Status cudaStreamCreate(Stream** result)
{
    return cudaStreamCreateWithPriority(result, 0, kLowestPriority);
}

WARPSTAGE_API Status cudaStreamDestroy(Stream* stream)
{
    return call([&](Device& shared) { return shared.streams.destroy(stream); });
}

WARPSTAGE_API Status cudaStreamSynchronize(Stream* stream)
{
    return wait_for(Status::success, stream);
}

WARPSTAGE_API Status cudaStreamQuery(Stream* stream)
{
    return call([&](Device& shared) { return shared.streams.query(stream); });
}

WARPSTAGE_API Status cudaStreamGetPriority(Stream* stream, int* priority)
{
    if (priority == nullptr)
        return invalid_value();
    return call([&](Device& shared) {
        const Stream* known = shared.streams.find(stream);
        *priority = known == nullptr ? 0 : known->priority;
        return known == nullptr ? Status::invalid_handle : Status::success;
    });
}

WARPSTAGE_API Status cudaStreamGetFlags(Stream* stream, unsigned int* flags)
{
    if (flags == nullptr)
        return invalid_value();
    return call([&](Device& shared) {
        const Stream* known = shared.streams.find(stream);
        *flags = known == nullptr ? 0 : known->flags;
        return known == nullptr ? Status::invalid_handle : Status::success;
    });
}

WARPSTAGE_API Status cudaDeviceGetStreamPriorityRange(int* lowest, int* greatest)
{
    if (lowest != nullptr)
        *lowest = kLowestPriority;
    if (greatest != nullptr)
        *greatest = kMaxPriority;
    return Status::success;
}

using StreamAttributeValue = std::array<std::byte, 64>; // cudaStreamAttrValue

WARPSTAGE_API Status cudaStreamSetAttribute(Stream* stream, int attribute, const StreamAttributeValue* value)
{
    if (value == nullptr)
        return invalid_value();
    return call([&](Device& shared) {
        Stream* known = shared.streams.find(stream);
        if (known != nullptr)
            known->attributes[attribute] = *value;
        return known == nullptr ? Status::invalid_handle : Status::success;
    });
}

WARPSTAGE_API Status cudaStreamGetAttribute(Stream* stream, int attribute, StreamAttributeValue* value)
{
    if (value == nullptr)
        return invalid_value();
    return call([&](Device& shared) {
        const Stream* known = shared.streams.find(stream);
        if (known == nullptr)
            return Status::invalid_handle;
        const auto found = known->attributes.find(attribute);
        *value = found == known->attributes.end() ? StreamAttributeValue {} : found->second;
        return Status::success;
    });
}

WARPSTAGE_API Status cudaStreamCopyAttributes(Stream* target, Stream* source)
{
    return call([&](Device& shared) {
        Stream* to = shared.streams.find(target);
        const Stream* from = shared.streams.find(source);
        if (to == nullptr || from == nullptr)
            return Status::invalid_handle;
        to->attributes = from->attributes;
        return Status::success;
    });
}

WARPSTAGE_API Status cudaStreamWaitEvent(Stream* stream, Event* event, unsigned int flags)
{
    constexpr unsigned int kExternal = 1;
    const Outside outside = flags == kExternal ? Outside::permitted : Outside::refused;
    return call(
        [&](Device& shared) { return flags > kExternal ? Status::invalid_value : shared.streams.wait(stream, event, outside); });
}

WARPSTAGE_API Status cudaStreamAttachMemAsync(Stream* stream, void* /*pointer*/, std::size_t /*bytes*/, unsigned int /*flags*/)
{
    return check_stream(stream);
}

WARPSTAGE_API Status cudaLaunchHostFunc(Stream* stream, void (*function)(void*), void* data)
{
    if (function == nullptr)
        return invalid_value();
    return submit(stream, NodeType::host, [=](Device& shared) {
        shared.run_host_function([=] { function(data); });
        return Status::success;
    });
}

WARPSTAGE_API Status cudaStreamAddCallback(
    Stream* stream, void (*function)(Stream*, Status, void*), void* data, unsigned int /*flags*/)
{
    if (function == nullptr)
        return invalid_value();
    return submit(stream, NodeType::host, [=](Device& shared) {
        shared.run_host_function([=] { function(stream, Status::success, data); });
        return Status::success;
    });
}

WARPSTAGE_API Status cudaEventCreateWithFlags(Event** result, unsigned int flags)
{
    constexpr unsigned int kDisableTiming = 2;
    constexpr unsigned int kInterprocess = 4; // only without times
    constexpr unsigned int kAll = 7; // with cudaEventBlockingSync
    if (result == nullptr || (flags & ~kAll) != 0 || (flags & (kInterprocess | kDisableTiming)) == kInterprocess)
        return invalid_value();
    return call([&](Device& shared) {
        *result = shared.streams.create_event();
        (*result)->has_time = (flags & kDisableTiming) == 0;
        return Status::success;
    });
}

WARPSTAGE_API Status cudaEventCreate(Event** result)
{
    return cudaEventCreateWithFlags(result, 0);
}

WARPSTAGE_API Status cudaEventDestroy(Event* event)
{
    return call([&](Device& shared) { return shared.streams.destroy_event(event); });
}

WARPSTAGE_API Status cudaEventRecordWithFlags(Event* event, Stream* stream, unsigned int /*flags*/)
{
    return call([&](Device& shared) { return shared.streams.record(event, stream); });
}

WARPSTAGE_API Status cudaEventRecord(Event* event, Stream* stream)
{
    return cudaEventRecordWithFlags(event, stream, 0);
}

WARPSTAGE_API Status cudaEventSynchronize(Event* event)
{
    return call([&](Device& shared) {
        const Status finished = shared.streams.synchronize(event);
        return shared.fault() != Status::success ? shared.fault() : finished;
    });
}

WARPSTAGE_API Status cudaEventQuery(Event* event)
{
    return call([&](Device& shared) { return shared.streams.query(event); });
}

// The time that the virtual machine took: emulated, not a GPU timing. Never 0, by which programs divide.
WARPSTAGE_API Status cudaEventElapsedTime(float* milliseconds, Event* begin, Event* end)
{
    if (milliseconds == nullptr)
        return invalid_value();
    return call([&](Device& shared) {
        const Event* first = shared.streams.find(begin);
        const Event* last = shared.streams.find(end);
        if (first != nullptr && last != nullptr && (first->capture != nullptr || last->capture != nullptr))
            return Status::captured_event;
        if (first == nullptr || last == nullptr || !first->recorded || !last->recorded || !first->has_time || !last->has_time)
            return Status::invalid_handle;
        if (!shared.streams.has_run(*first) || !shared.streams.has_run(*last))
            return Status::not_ready;
        constexpr float kResolution = 0.0005F; // of a GPU's events, in milliseconds
        const std::chrono::duration<float, std::milli> time = last->time - first->time;
        *milliseconds = std::max(time.count(), kResolution);
        return Status::success;
    });
}

WARPSTAGE_API Status cudaEventElapsedTime_v2(float* milliseconds, Event* begin, Event* end)
{
    return cudaEventElapsedTime(milliseconds, begin, end);
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)
