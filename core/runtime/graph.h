// Graphs: operations with dependencies, built node by node or captured from streams.
#pragma once

#include "core/runtime/handles.h"
#include "core/runtime/late/late_work.h"
#include "core/runtime/status.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
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
    std::vector<HostRange> host {}; // memory that host and device share and that the operation may access
};

// The nodes in the order of their creation.
struct Graph {
    std::vector<std::unique_ptr<Node>> nodes;
    std::vector<Operation> first; // each launch begins with them: values of conditional handles
};

// A graph at the time of its instantiation: operations in an order that respects the dependencies.
struct ExecutableGraph {
    std::vector<Operation> operations;
    std::vector<const Node*> nodes; // of the same index; null: no node
    std::vector<std::vector<HostRange>> host; // of the same index

    [[nodiscard]] std::vector<HostRange> all_host() const;
};

// Adds a node that runs after the `count` nodes at `dependencies`.
[[nodiscard]] Node* add_node(Graph& graph, NodeType type, Operation operation, Node* const* dependencies, std::size_t count);
// The first status that is not success.
[[nodiscard]] Status run(const ExecutableGraph& graph);

class Graphs {
public:
    [[nodiscard]] Graph* create();
    // Null: no such graph.
    [[nodiscard]] Graph* find(Graph* graph);
    [[nodiscard]] ExecutableGraph* find(ExecutableGraph* graph);
    [[nodiscard]] Status destroy(Graph* graph);
    [[nodiscard]] Status destroy(ExecutableGraph* graph);
    // Null: nodes depend on each other in a cycle.
    [[nodiscard]] ExecutableGraph* instantiate(const Graph& graph);

private:
    Owned<Graph> m_graphs;
    Owned<ExecutableGraph> m_executables;
};

} // namespace warpstage::runtime
