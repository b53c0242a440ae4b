// Streams and events. The virtual device has finished each operation when the API call that starts it returns, so all
// streams are in order; only a stream that is being captured into a graph keeps its operations, and with late work all do until
// the program waits for them.
#pragma once

#include "core/runtime/graph.h"
#include "core/runtime/handles.h"
#include "core/runtime/late/late_work.h"
#include "core/runtime/status.h"
#include "core/runtime/stream_capture.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace warpstage::runtime {

struct Stream {
    static constexpr unsigned int kNonBlocking = 1; // flag: it and the default stream do not wait for each other
    unsigned int flags = 0;
    int priority = 0;
    std::map<int, std::array<std::byte, 64>> attributes; // cudaStreamAttrValue: hints, which are only remembered
    std::shared_ptr<Capture> capture; // the operations go into its graph; null: they run
    std::vector<Node*> tail; // of a capture: the next operation depends on these nodes
    LateWork::Handle last; // of late work: the last operation
};

struct Event {
    std::chrono::steady_clock::time_point time {};
    bool recorded = false;
    bool has_time = true; // false: cudaEventDisableTiming
    std::shared_ptr<Capture> capture; // it was recorded in a stream that was being captured
    std::vector<Node*> tail; // of the capture: what it stands for
    LateWork::Handle record; // of late work: the operation that sets the time
};

enum class Outside : std::uint8_t { refused, permitted }; // cudaEventWaitExternal

class Streams {
public:
    [[nodiscard]] Stream* create(unsigned int flags, int priority);
    // The stream of a handle: null, 1 and 2 are the default streams. Null: no such stream.
    [[nodiscard]] Stream* find(Stream* handle);
    [[nodiscard]] Status destroy(Stream* stream);
    // From now on, operations run when the program waits for them. The parameters are those of LateWork.
    void begin_late(std::uint64_t seed, std::function<void(const std::string&)> report,
        std::function<std::string(std::uint64_t)> place_name, DeviceMutex* mutex = nullptr);
    // From now on, operations run when the program waits for them, in their order: a kernel waits for the host. With a mutex,
    // which all callers hold, they run beside a program that calls no function.
    void begin_waiting(DeviceMutex* mutex = nullptr) { m_late.emplace(std::nullopt, nullptr, nullptr, mutex); }
    [[nodiscard]] bool is_late() const { return m_late.has_value(); }
    [[nodiscard]] bool is_captured(Stream* handle)
    {
        const Stream* const stream = find(handle);
        return stream != nullptr && stream->capture != nullptr;
    }
    // Runs the operation, or adds it to the graph that the stream is captured into, or to the late work.
    [[nodiscard]] Status submit(Stream* handle, NodeType type, Operation operation, WorkNote note = {});
    // Wait for late work; otherwise all operations have run. What a capture does not permit invalidates it, here and below.
    [[nodiscard]] Status synchronize(Stream* handle);
    [[nodiscard]] Status synchronize(Event* event);
    [[nodiscard]] Status synchronize_all();
    // success or not_ready.
    [[nodiscard]] Status query(Stream* handle);
    [[nodiscard]] Status query(Event* event);
    [[nodiscard]] bool has_run(const Event& event) const { return LateWork::has_run(event.record); }
    // The program ends.
    void report_unfinished();
    [[nodiscard]] bool runs_beside() const { return m_late && m_late->runs_beside(); }
    void wait_for_running();

    // `used`: not 0 as soon as the null stream is one of the calling thread and not the one that waits for all others.
    void watch_streams_per_thread(const char& used) { m_per_thread = &used; }
    // `graph`: the operations are added to it, after the nodes `after`; null: to a new one.
    [[nodiscard]] Status begin_capture(Stream* handle, CaptureMode mode, Graph* graph = nullptr, std::vector<Node*> after = {});
    [[nodiscard]] Status end_capture(Stream* handle, Graph** result);

    [[nodiscard]] Event* create_event();
    [[nodiscard]] Status destroy_event(Event* event);
    [[nodiscard]] Event* find(Event* event);
    [[nodiscard]] Status record(Event* event, Stream* handle);
    // For an operation that no capture permits, whatever its stream. Returns whether a stream captures.
    [[nodiscard]] bool invalidate_captures();
    void invalidate_capture(Stream* handle); // of the stream, if it has one
    // cudaThreadExchangeStreamCaptureMode: of the calling thread; returns its mode before.
    CaptureMode exchange_capture_mode(CaptureMode mode) { return std::exchange(m_modes[std::this_thread::get_id()], mode); }
    // Before a call that can disturb a capture: allocation, registration, waiting.
    [[nodiscard]] Status check_unsafe_call();
    // The stream joins the capture of the stream in which the event was recorded. While a stream captures, it may not wait for
    // work outside its capture, unless the program says that it is outside.
    [[nodiscard]] Status wait(Stream* handle, Event* event, Outside outside = Outside::refused);

    [[nodiscard]] Graphs& graphs() { return m_graphs; }

private:
    Stream m_default;
    // The status of a call that needs the stream's operations to have run.
    [[nodiscard]] Status check_wait(Stream* handle, Stream& stream);
    [[nodiscard]] Status check_wait(const Event& event);
    // The default stream waits for all streams: that would make a stream that is being captured part of it.
    [[nodiscard]] Status check_default_stream(Stream* handle);
    // Invalidates the captures of the streams for which `applies` is true; returns whether there is one.
    template <typename Applies> bool invalidate_if(Applies&& applies);
    void add_late(Stream& stream, Operation operation, WorkNote note, LateWork::Handle also = {});

    std::optional<LateWork> m_late;
    const char* m_per_thread = nullptr;
    std::map<std::thread::id, CaptureMode> m_modes; // global, if a thread is not there
    Owned<Stream> m_streams;
    Owned<Event> m_events;
    Graphs m_graphs;
};

} // namespace warpstage::runtime
