#include "core/runtime/streams.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

namespace warpstage::runtime {

namespace {

constexpr std::uintptr_t kLegacyStream = 1; // cudaStreamLegacy
constexpr std::uintptr_t kLastDefaultStream = 2; // cudaStreamPerThread

} // namespace

Stream* Streams::create(unsigned int flags, int priority)
{
    Stream* const stream = add(m_streams);
    stream->flags = flags;
    stream->priority = priority;
    return stream;
}

Stream* Streams::find(Stream* handle)
{
    return std::bit_cast<std::uintptr_t>(handle) <= kLastDefaultStream ? &m_default : found(m_streams, handle);
}

Status Streams::destroy(Stream* stream)
{
    return erase(m_streams, stream);
}

void Streams::begin_late(std::uint64_t seed, std::function<void(const std::string&)> report,
    std::function<std::string(std::uint64_t)> place_name, DeviceMutex* mutex)
{
    m_late.emplace(seed, std::move(report), std::move(place_name), mutex);
}

// The default stream waits for all streams and all wait for it, except those with cudaStreamNonBlocking.
void Streams::add_late(Stream& stream, Operation operation, WorkNote note, LateWork::Handle also)
{
    if (!m_late->is_reported()) {
        WorkNote unreported;
        unreported.runs = note.runs;
        note = std::move(unreported);
    }
    std::vector<LateWork::Handle> before { stream.last, std::move(also) };
    if (&stream == &m_default) {
        for (const auto& [other, owned] : m_streams)
            if ((owned->flags & Stream::kNonBlocking) == 0)
                before.push_back(owned->last);
    } else if ((stream.flags & Stream::kNonBlocking) == 0) {
        before.push_back(m_default.last);
    }
    stream.last = m_late->add(&stream, std::move(operation), std::move(note), std::move(before));
}

Status Streams::synchronize(Stream* handle)
{
    Stream* const stream = find(handle);
    if (stream == nullptr)
        return Status::invalid_handle;
    if (const Status status = check_wait(handle, *stream); status != Status::success)
        return status;
    if (!m_late)
        return Status::success;
    if (stream == &m_default)
        add_late(*stream, {}, {}); // after the other streams
    return m_late->finish(stream->last);
}

Status Streams::synchronize(Event* event)
{
    const Event* const known = find(event);
    if (known == nullptr)
        return Status::invalid_handle;
    if (const Status status = check_wait(*known); status != Status::success)
        return status;
    return m_late ? m_late->finish(known->record) : Status::success;
}

Status Streams::synchronize_all()
{
    return m_late ? m_late->finish_all() : Status::success;
}

Status Streams::query(Stream* handle)
{
    Stream* const stream = find(handle);
    if (stream == nullptr)
        return Status::invalid_handle;
    if (const Status status = check_wait(handle, *stream); status != Status::success)
        return status;
    return !m_late || m_late->is_done(stream->last) ? Status::success : Status::not_ready;
}

Status Streams::query(Event* event)
{
    const Event* const known = find(event);
    if (known == nullptr)
        return Status::invalid_handle;
    if (const Status status = check_wait(*known); status != Status::success)
        return status;
    return !m_late || m_late->is_done(known->record) ? Status::success : Status::not_ready;
}

void Streams::report_unfinished()
{
    if (m_late)
        m_late->report_unfinished();
}

void Streams::wait_for_running()
{
    if (m_late)
        m_late->wait_for_running();
}

Status Streams::submit(Stream* handle, NodeType type, Operation operation, WorkNote note)
{
    Stream* const stream = find(handle);
    if (stream == nullptr)
        return Status::invalid_handle;
    if (const Status status = check_default_stream(handle); status != Status::success)
        return status;
    if (stream->capture == nullptr && m_late) {
        add_late(*stream, std::move(operation), std::move(note));
        return Status::success;
    }
    if (stream->capture == nullptr)
        return operation();
    if (stream->capture->invalidated)
        return Status::capture_invalidated;
    stream->tail = { add_node(*stream->capture->graph, type, std::move(operation), stream->tail.data(), stream->tail.size()) };
    stream->tail.front()->host = std::move(note.host);
    return Status::success;
}

template <typename Applies> bool Streams::invalidate_if(Applies&& applies)
{
    bool found_one = false;
    for (auto& [stream, owned] : m_streams) {
        if (owned->capture == nullptr || !applies(*owned))
            continue;
        owned->capture->invalidated = true;
        found_one = true;
    }
    return found_one;
}

void Streams::invalidate_capture(Stream* handle)
{
    if (const Stream* const stream = find(handle); stream != nullptr && stream->capture != nullptr)
        stream->capture->invalidated = true;
}

bool Streams::invalidate_captures()
{
    return invalidate_if([](const Stream&) { return true; });
}

Status Streams::check_unsafe_call()
{
    const auto known = m_modes.find(std::this_thread::get_id());
    const CaptureMode own = known == m_modes.end() ? CaptureMode::global : known->second;
    const bool forbidden = invalidate_if([own](const Stream& stream) { return forbids_unsafe_calls(*stream.capture, own); });
    return forbidden ? Status::capture_unsupported : Status::success;
}

Status Streams::check_default_stream(Stream* handle)
{
    const bool waits_for_all = handle == nullptr ? m_per_thread == nullptr || *m_per_thread == 0
                                                 : std::bit_cast<std::uintptr_t>(handle) == kLegacyStream;
    if (!waits_for_all)
        return Status::success;
    const bool captured = invalidate_if([](const Stream& stream) { return (stream.flags & Stream::kNonBlocking) == 0; });
    return captured ? Status::capture_implicit : Status::success;
}

Status Streams::check_wait(Stream* handle, Stream& stream)
{
    if (stream.capture != nullptr) {
        const bool invalidated = std::exchange(stream.capture->invalidated, true);
        return invalidated ? Status::capture_invalidated : Status::capture_unsupported;
    }
    const Status status = check_default_stream(handle);
    return status == Status::success ? check_unsafe_call() : status;
}

Status Streams::check_wait(const Event& event)
{
    if (event.capture == nullptr)
        return check_unsafe_call();
    invalidate_if([&](const Stream& stream) { return stream.capture == event.capture; });
    return Status::captured_event;
}

Status Streams::begin_capture(Stream* handle, CaptureMode mode, Graph* graph, std::vector<Node*> after)
{
    Stream* const stream = find(handle);
    if (stream == nullptr)
        return Status::invalid_handle;
    if (const Status status = check_default_stream(handle); status != Status::success)
        return status;
    if (stream->capture != nullptr)
        return Status::illegal_state;
    if (stream == &m_default)
        return Status::capture_unsupported;
    stream->capture = std::make_shared<Capture>(
        Capture { graph == nullptr ? m_graphs.create() : graph, mode, std::this_thread::get_id(), stream });
    stream->tail = std::move(after);
    return Status::success;
}

Status Streams::end_capture(Stream* handle, Graph** result)
{
    Stream* const stream = find(handle);
    if (stream == nullptr)
        return Status::invalid_handle;
    if (result != nullptr)
        *result = nullptr;
    if (stream->capture == nullptr)
        return Status::illegal_state;
    const std::shared_ptr<Capture> capture = stream->capture;
    if (capture->origin != stream) {
        capture->invalidated = true;
        return Status::capture_unmatched;
    }
    const std::vector<Node*> joined = std::move(stream->tail);
    bool all_joined = true;
    for (auto& [other, owned] : m_streams) {
        if (owned->capture != capture)
            continue;
        all_joined = all_joined && (other == stream || are_joined(owned->tail, joined));
        owned->capture = nullptr;
        owned->tail.clear();
    }
    capture->ended = true;
    if (capture->invalidated)
        return Status::capture_invalidated;
    if (!all_joined)
        return Status::capture_unjoined;
    if (result != nullptr)
        *result = capture->graph;
    return Status::success;
}

Event* Streams::create_event()
{
    return add(m_events);
}

Status Streams::destroy_event(Event* event)
{
    return erase(m_events, event);
}

Event* Streams::find(Event* event)
{
    return found(m_events, event);
}

Status Streams::record(Event* event, Stream* handle)
{
    Stream* const stream = find(handle);
    Event* const known = find(event);
    if (stream == nullptr || known == nullptr)
        return Status::invalid_handle;
    if (const Status status = check_default_stream(handle); status != Status::success)
        return status;
    known->capture = stream->capture;
    known->tail = stream->tail;
    if (stream->capture != nullptr)
        return stream->capture->invalidated ? Status::capture_invalidated : Status::success;
    known->recorded = true;
    known->time = std::chrono::steady_clock::now();
    if (m_late) {
        add_late(*stream,
            [this, event] {
                if (Event* const recorded = find(event); recorded != nullptr)
                    recorded->time = std::chrono::steady_clock::now();
                return Status::success;
            },
            {});
        known->record = stream->last;
    }
    return Status::success;
}

Status Streams::wait(Stream* handle, Event* event, Outside outside)
{
    Stream* const stream = find(handle);
    const Event* const known = find(event);
    if (stream == nullptr || known == nullptr)
        return Status::invalid_handle;
    if (const Status status = check_default_stream(handle); status != Status::success)
        return status;
    const bool stale = known->capture != nullptr && known->capture->ended;
    const bool crosses =
        stream->capture != nullptr && known->capture == nullptr && known->recorded && outside == Outside::refused;
    const bool merges = stream->capture != nullptr && known->capture != nullptr && stream->capture != known->capture;
    if (stale || crosses || merges) {
        invalidate_if(
            [&](const Stream& other) { return other.capture == stream->capture || (merges && other.capture == known->capture); });
        return stale ? Status::invalid_value : crosses ? Status::capture_isolation : Status::capture_merge;
    }
    if (known->capture != nullptr && stream != &m_default) {
        stream->capture = known->capture;
        add_nodes(stream->tail, known->tail);
    } else if (m_late && stream->capture == nullptr) {
        add_late(*stream, {}, {}, known->record);
    }
    return Status::success;
}

} // namespace warpstage::runtime
