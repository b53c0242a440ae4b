// Streams, events and graphs. The virtual device has finished each operation when the API call that starts it returns, so all
// streams are in order; only a stream that is being captured into a graph keeps its operations.
#pragma once

#include "core/runtime/status.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace warpstage::runtime {

using Operation = std::function<Status()>;

// cudaGraphNodeType.
enum class NodeType : int { kernel = 0, copy = 1, set = 2, host = 3, graph = 4, empty = 5, wait_event = 6, record_event = 7 };

struct Node {
    NodeType type = NodeType::empty;
    Operation operation; // may be empty
    std::vector<Node*> dependencies;
};

// The nodes in the order of their creation.
struct Graph {
    std::vector<std::unique_ptr<Node>> nodes;
};

// A graph at the time of its instantiation: operations in an order that respects the dependencies.
struct ExecutableGraph {
    std::vector<Operation> operations;
    std::vector<const Node*> nodes; // of the same index
};

struct Stream {
    unsigned int flags = 0;
    int priority = 0;
    Graph* capture = nullptr; // the operations go there; null: they run
    bool owns_capture = false; // the stream in which the capture began
};

struct Event {
    std::chrono::steady_clock::time_point time {};
    bool recorded = false;
    Graph* capture = nullptr; // it was recorded in a stream that was being captured
};

class Streams {
public:
    [[nodiscard]] Stream* create(unsigned int flags, int priority);
    // The stream of a handle: null, 1 and 2 are the default streams. Null: no such stream.
    [[nodiscard]] Stream* find(Stream* handle);
    [[nodiscard]] Status destroy(Stream* stream);
    // Runs the operation, or adds it to the graph that the stream is captured into.
    [[nodiscard]] Status submit(Stream* handle, NodeType type, Operation operation);

    [[nodiscard]] Status begin_capture(Stream* handle);
    [[nodiscard]] Status end_capture(Stream* handle, Graph** result);

    [[nodiscard]] Event* create_event();
    [[nodiscard]] Status destroy_event(Event* event);
    [[nodiscard]] Event* find(Event* event);
    [[nodiscard]] Status record(Event* event, Stream* handle);
    // The stream joins the capture of the stream in which the event was recorded.
    [[nodiscard]] Status wait(Stream* handle, Event* event);

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
    std::map<Stream*, std::unique_ptr<Stream>> m_streams;
    std::map<Event*, std::unique_ptr<Event>> m_events;
    std::map<Graph*, std::unique_ptr<Graph>> m_graphs;
    std::map<ExecutableGraph*, std::unique_ptr<ExecutableGraph>> m_executables;
};

} // namespace warpstage::runtime
