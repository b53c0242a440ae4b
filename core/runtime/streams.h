// Streams, events and graphs. The virtual device has finished each operation when the API call that starts it returns, so all
// streams are in order; only a stream that is being captured into a graph keeps its operations, and with late work all do until
// the program waits for them.
#pragma once

#include "core/runtime/late/late_work.h"
#include "core/runtime/status.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace warpstage::runtime {

// cudaGraphNodeType.
enum class NodeType : int {
    kernel = 0,
    copy = 1,
    set = 2,
    host = 3,
    graph = 4,
    empty = 5,
    wait_event = 6,
    record_event = 7,
    allocate = 10,
    release = 11,
    conditional = 13
};

// What a conditional node does with the value of its handle.
enum class ConditionalKind : int { if_not_zero, while_not_zero, choose };

struct Graph;

// The value of a handle of cudaGraphConditionalHandleCreate, which kernels set.
struct Condition {
    const std::uint32_t* value = nullptr;
    ConditionalKind kind = ConditionalKind::if_not_zero;
    std::vector<Graph*> bodies; // never null; they stay until the program ends
};

struct Node {
    NodeType type = NodeType::empty;
    Operation operation; // may be empty
    std::vector<Node*> dependencies;
    std::optional<Condition> condition; // of a conditional node
};

// The nodes in the order of their creation.
struct Graph {
    std::vector<std::unique_ptr<Node>> nodes;
    std::vector<Operation> first; // each launch begins with them: values of conditional handles
    bool invalidated = false; // its capture, by a call that is not permitted during one
};

// cudaStreamCaptureStatus of a stream that is captured into this graph; null: none.
[[nodiscard]] inline int capture_status(const Graph* captured)
{
    constexpr int kActive = 1;
    constexpr int kInvalidated = 2;
    return captured == nullptr ? 0 : captured->invalidated ? kInvalidated : kActive;
}

// A graph at the time of its instantiation: operations in an order that respects the dependencies.
struct ExecutableGraph {
    std::vector<Operation> operations;
    std::vector<const Node*> nodes; // of the same index; null: no node
};

struct Stream {
    unsigned int flags = 0;
    int priority = 0;
    std::map<int, std::array<std::byte, 64>> attributes; // cudaStreamAttrValue: hints, which are only remembered
    Graph* capture = nullptr; // the operations go there; null: they run
    bool owns_capture = false; // the stream in which the capture began
    LateWork::Handle last; // of late work: the last operation
};

struct Event {
    std::chrono::steady_clock::time_point time {};
    bool recorded = false;
    bool has_time = true; // false: cudaEventDisableTiming
    Graph* capture = nullptr; // it was recorded in a stream that was being captured
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
    void begin_late(
        std::uint64_t seed, std::function<void(const std::string&)> report, std::function<std::string(std::uint64_t)> place_name);
    // From now on, operations run when the program waits for them, in their order: a kernel waits for the host.
    void begin_waiting() { m_late.emplace(std::nullopt, nullptr, nullptr); }
    [[nodiscard]] bool is_late() const { return m_late.has_value(); }
    [[nodiscard]] bool is_captured(Stream* handle)
    {
        const Stream* const stream = find(handle);
        return stream != nullptr && stream->capture != nullptr;
    }
    // Runs the operation, or adds it to the graph that the stream is captured into, or to the late work.
    [[nodiscard]] Status submit(Stream* handle, NodeType type, Operation operation, WorkNote note = {});
    // Wait for late work; otherwise all operations have run. Not permitted for a stream that is being captured: the capture ends
    // with capture_invalidated, as on an H200.
    [[nodiscard]] Status synchronize(Stream* handle);
    [[nodiscard]] Status synchronize(Event* event);
    [[nodiscard]] Status synchronize_all();
    // success or not_ready.
    [[nodiscard]] Status query(Stream* handle);
    [[nodiscard]] Status query(Event* event);
    [[nodiscard]] bool has_run(const Event& event) const { return LateWork::has_run(event.record); }
    // The program ends.
    void report_unfinished();

    // `graph`: the operations are added to it; null: to a new one.
    [[nodiscard]] Status begin_capture(Stream* handle, Graph* graph = nullptr);
    [[nodiscard]] Status end_capture(Stream* handle, Graph** result);

    [[nodiscard]] Event* create_event();
    [[nodiscard]] Status destroy_event(Event* event);
    [[nodiscard]] Event* find(Event* event);
    [[nodiscard]] Status record(Event* event, Stream* handle);
    // The stream joins the capture of the stream in which the event was recorded.
    // For an operation that no capture permits, whatever its stream. Returns whether a stream captures.
    [[nodiscard]] bool invalidate_captures();
    // While a stream captures, it may not wait for work outside its capture, unless the program says that it is outside.
    [[nodiscard]] Status wait(Stream* handle, Event* event, Outside outside = Outside::refused);

    [[nodiscard]] Graph* create_graph();
    [[nodiscard]] Graph* find(Graph* graph);
    [[nodiscard]] Status destroy_graph(Graph* graph);
    [[nodiscard]] Node* add_node(Graph& graph, NodeType type, Operation operation, Node* const* dependencies, std::size_t count);
    [[nodiscard]] ExecutableGraph* instantiate(const Graph& graph);
    [[nodiscard]] Status destroy_executable(ExecutableGraph* graph);
    [[nodiscard]] ExecutableGraph* find(ExecutableGraph* graph);
    [[nodiscard]] Status launch(ExecutableGraph& graph);

private:
    Stream m_default;
    static void fill(const Graph& graph, ExecutableGraph& executable);
    [[nodiscard]] static Status invalidate_capture(Stream& stream);
    // Whether a stream is being captured into the graph.
    [[nodiscard]] bool is_captured(const Graph* graph) const;
    void add_late(Stream& stream, Operation operation, WorkNote note, LateWork::Handle also = {});

    std::optional<LateWork> m_late;

    std::map<Stream*, std::unique_ptr<Stream>> m_streams;
    std::map<Event*, std::unique_ptr<Event>> m_events;
    std::map<Graph*, std::unique_ptr<Graph>> m_graphs;
    std::map<ExecutableGraph*, std::unique_ptr<ExecutableGraph>> m_executables;
};

} // namespace warpstage::runtime
