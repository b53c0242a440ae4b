// Graphs: nodes of any type, conditional nodes, dependencies, and what a capture has so far.
#include "app/runtime/graph_functions.h"
#include "app/runtime/version/versions.h"

#include <algorithm>
#include <bit>
#include <span>

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

struct CopyNode {
    std::byte flags[16];
    Copy3D copy;
};

// cudaGraphNodeParams, the members of supported nodes.
struct NodeParameters {
    int type;
    int reserved[3];
    union {
        KernelNode kernel;
        CopyNode copy;
        MemsetNode set;
        HostNode host;
        Graph* child;
        AllocationNode allocation;
        void* release;
        ConditionalNode conditional;
    };
};

namespace {

// The memory of all allocation nodes.
struct GraphMemory {
    std::vector<const void*> pointers;
    std::uint64_t high = 0;
};

GraphMemory& graph_memory()
{
    static GraphMemory memory;
    return memory;
}

std::uint64_t graph_memory_bytes(Device& shared)
{
    std::uint64_t bytes = 0;
    for (const void* pointer : graph_memory().pointers)
        if (const Allocation* allocation = shared.memory.find(pointer); allocation != nullptr)
            bytes += allocation->bytes;
    graph_memory().high = std::max(graph_memory().high, bytes);
    return bytes;
}

Status add_conditional_node(
    Node** result, Graph* graph, Node* const* dependencies, std::size_t count, ConditionalNode& parameters)
{
    // Arrays of bodies, which stay valid for the program.
    static std::vector<std::unique_ptr<std::vector<Graph*>>> bodies;
    return call([&](Device& shared) {
        Graph* const known = shared.streams.graphs().find(graph);
        const std::byte* value = shared.memory.place(std::bit_cast<const void*>(parameters.handle), sizeof(std::uint32_t));
        if (known == nullptr || value == nullptr || parameters.count == 0 || parameters.type < 0 || parameters.type > 2)
            return Status::invalid_value;
        auto graphs = std::make_unique<std::vector<Graph*>>();
        for (unsigned int i = 0; i < parameters.count; ++i)
            graphs->push_back(shared.streams.graphs().create());
        parameters.graphs = graphs->data();
        *result = add_node(*known, NodeType::conditional, {}, dependencies, count);
        (*result)->condition =
            Condition { reinterpret_cast<const std::uint32_t*>(value), static_cast<ConditionalKind>(parameters.type), *graphs };
        bodies.push_back(std::move(graphs));
        return Status::success;
    });
}

// Calls `function(nodes)` with the nodes of the graph that `from` and `to` must be in.
template <typename Function>
Status with_edges(Graph* graph, Node* const* from, Node* const* to, std::size_t count, Function&& change)
{
    return call([&](Device& shared) {
        const Graph* known = shared.streams.graphs().find(graph);
        if (known == nullptr)
            return Status::invalid_value;
        const auto contains = [known](const Node* node) {
            return std::ranges::find(known->nodes, node, &std::unique_ptr<Node>::get) != known->nodes.end();
        };
        for (std::size_t i = 0; i < count; ++i) {
            if (!contains(from[i]) || !contains(to[i]) || from[i] == to[i])
                return Status::invalid_value;
            change(from[i], to[i]);
        }
        return Status::success;
    });
}

// As many of the nodes as fit; null: only their number.
void give_nodes(const std::vector<Node*>& nodes, Node** result, std::size_t* count)
{
    if (result == nullptr) {
        *count = nodes.size();
        return;
    }
    *count = std::min(*count, nodes.size());
    std::copy_n(nodes.begin(), *count, result);
}

} // namespace

void remember_graph_memory(const void* pointer)
{
    Device& shared = device();
    const std::scoped_lock lock(shared.mutex);
    graph_memory().pointers.push_back(pointer);
    static_cast<void>(graph_memory_bytes(shared));
}

WARPSTAGE_API Status cudaGraphAddNode_v2(
    Node** result, Graph* graph, Node* const* dependencies, const void* /*edges*/, std::size_t count, NodeParameters* parameters)
{
    if (parameters == nullptr)
        return invalid_value();
    switch (static_cast<NodeType>(parameters->type)) {
    case NodeType::kernel:
        return cudaGraphAddKernelNode(result, graph, dependencies, count, &parameters->kernel);
    case NodeType::copy:
        return cudaGraphAddMemcpyNode(result, graph, dependencies, count, &parameters->copy.copy);
    case NodeType::set:
        return cudaGraphAddMemsetNode(result, graph, dependencies, count, &parameters->set);
    case NodeType::host:
        return cudaGraphAddHostNode(result, graph, dependencies, count, &parameters->host);
    case NodeType::graph:
        return cudaGraphAddChildGraphNode(result, graph, dependencies, count, parameters->child);
    case NodeType::empty:
        return cudaGraphAddEmptyNode(result, graph, dependencies, count);
    case NodeType::allocate:
        return cudaGraphAddMemAllocNode(result, graph, dependencies, count, &parameters->allocation);
    case NodeType::release:
        return cudaGraphAddMemFreeNode(result, graph, dependencies, count, parameters->release);
    case NodeType::conditional:
        return add_conditional_node(result, graph, dependencies, count, parameters->conditional);
    case NodeType::wait_event:
    case NodeType::record_event:
        break;
    }
    return call([](Device&) {
        return Failure { Status::not_supported, "`cudaGraphAddNode` does not support this type of node on the virtual device." };
    });
}

// The handle is the address of the value in device memory.
WARPSTAGE_API Status cudaGraphConditionalHandleCreate(
    std::uint64_t* handle, Graph* graph, unsigned int initial, unsigned int flags)
{
    if (handle == nullptr)
        return invalid_value();
    constexpr unsigned int kAssignDefault = 1;
    return call([&](Device& shared) {
        Graph* const known = shared.streams.graphs().find(graph);
        if (known == nullptr)
            return Status::invalid_value;
        void* memory = nullptr;
        const Status status = shared.memory.allocate(&memory, sizeof(initial), MemoryKind::device);
        if (status != Status::success)
            return status;
        *handle = std::bit_cast<std::uint64_t>(memory);
        shared.memory.mark_initialized(memory, sizeof(initial));
        if ((flags & kAssignDefault) != 0)
            known->first.emplace_back([memory, initial] {
                return call([&](Device& later) {
                    return later.memory.copy(memory, &initial, sizeof(initial), CopyKind::host_to_device);
                });
            });
        return Status::success;
    });
}

WARPSTAGE_API Status cudaGraphAddDependencies_v2(
    Graph* graph, Node* const* from, Node* const* to, const void* /*edges*/, std::size_t count)
{
    return with_edges(graph, from, to, count, [](Node* first, Node* second) { second->dependencies.push_back(first); });
}

WARPSTAGE_API Status cudaGraphRemoveDependencies_v2(
    Graph* graph, Node* const* from, Node* const* to, const void* /*edges*/, std::size_t count)
{
    return with_edges(graph, from, to, count, [](Node* first, Node* second) { std::erase(second->dependencies, first); });
}

WARPSTAGE_API Status cudaGraphGetEdges_v2(Graph* graph, Node** from, Node** to, void* /*edges*/, std::size_t* count)
{
    if (count == nullptr)
        return invalid_value();
    return call([&](Device& shared) {
        const Graph* known = shared.streams.graphs().find(graph);
        if (known == nullptr)
            return Status::invalid_value;
        std::vector<Node*> first;
        std::vector<Node*> second;
        for (const auto& node : known->nodes)
            for (Node* dependency : node->dependencies) {
                first.push_back(dependency);
                second.push_back(node.get());
            }
        std::size_t same = *count;
        give_nodes(first, from, &same);
        give_nodes(second, to, count);
        return Status::success;
    });
}

WARPSTAGE_API Status cudaGraphGetRootNodes(Graph* graph, Node** nodes, std::size_t* count)
{
    return call([&](Device& shared) {
        const Graph* known = shared.streams.graphs().find(graph);
        if (known == nullptr)
            return Status::invalid_value;
        std::vector<Node*> roots;
        for (const auto& node : known->nodes)
            if (node->dependencies.empty())
                roots.push_back(node.get());
        give_nodes(roots, nodes, count);
        return Status::success;
    });
}

WARPSTAGE_API Status cudaGraphNodeGetDependencies_v2(Node* node, Node** nodes, void* /*edges*/, std::size_t* count)
{
    if (node == nullptr)
        return invalid_value();
    return call([&](Device&) {
        give_nodes(node->dependencies, nodes, count);
        return Status::success;
    });
}

WARPSTAGE_API Status cudaStreamBeginCaptureToGraph(
    Stream* stream, Graph* graph, Node* const* dependencies, const void* /*edges*/, std::size_t count, int mode)
{
    return call([&](Device& shared) {
        Graph* const known = shared.streams.graphs().find(graph);
        if (known == nullptr || !is_capture_mode(mode) || (dependencies == nullptr && count != 0))
            return Status::invalid_value;
        return shared.streams.begin_capture(
            stream, static_cast<CaptureMode>(mode), known, std::vector<Node*>(dependencies, dependencies + count));
    });
}

// The dependencies are those of the next operation of the stream; they are valid until the next call.
WARPSTAGE_API Status cudaStreamGetCaptureInfo_v3(Stream* stream, int* status, unsigned long long* id, Graph** graph,
    Node* const** dependencies, const void** edges, std::size_t* count)
{
    if (status == nullptr)
        return invalid_value();
    return call([&](Device& shared) {
        const Stream* known = shared.streams.find(stream);
        if (known == nullptr)
            return Status::invalid_handle;
        *status = status_of(known->capture.get());
        if (known->capture == nullptr)
            return Status::success;
        if (id != nullptr)
            *id = std::bit_cast<std::uintptr_t>(known->capture.get());
        if (graph != nullptr)
            *graph = known->capture->graph;
        if (dependencies != nullptr)
            *dependencies = known->tail.data();
        if (edges != nullptr)
            *edges = nullptr;
        if (count != nullptr)
            *count = known->tail.size();
        return Status::success;
    });
}

WARPSTAGE_API Status cudaStreamUpdateCaptureDependencies_v2(
    Stream* stream, Node* const* dependencies, const void* /*edges*/, std::size_t count, unsigned int flags)
{
    constexpr unsigned int kSet = 1; // cudaStreamSetCaptureDependencies; 0 adds
    if (flags > kSet || (dependencies == nullptr && count != 0))
        return invalid_value();
    return call([&](Device& shared) {
        Stream* const known = shared.streams.find(stream);
        if (known == nullptr || known->capture == nullptr)
            return known == nullptr ? Status::invalid_handle : Status::illegal_state;
        if (flags == kSet)
            known->tail.clear();
        add_nodes(known->tail, std::vector<Node*>(dependencies, dependencies + count));
        return Status::success;
    });
}

// cudaGraphMemAttribute: used and its maximum, reserved and its maximum.
WARPSTAGE_API Status cudaDeviceGetGraphMemAttribute(int number, int attribute_number, void* value)
{
    return call([&](Device& shared) {
        if (number != 0 || attribute_number < 0 || attribute_number > 3)
            return number != 0 ? Status::invalid_device : Status::invalid_value;
        const std::uint64_t current = graph_memory_bytes(shared);
        *static_cast<std::uint64_t*>(value) = attribute_number % 2 == 0 ? current : graph_memory().high;
        return Status::success;
    });
}

// Only the maximums can be set, to 0.
WARPSTAGE_API Status cudaDeviceSetGraphMemAttribute(int number, int attribute_number, void* value)
{
    return call([&](Device& shared) {
        const bool is_maximum = attribute_number == 1 || attribute_number == 3;
        if (number != 0 || !is_maximum || *static_cast<std::uint64_t*>(value) != 0)
            return number != 0 ? Status::invalid_device : Status::invalid_value;
        graph_memory().high = 0;
        graph_memory().high = graph_memory_bytes(shared);
        return Status::success;
    });
}

WARPSTAGE_API Status cudaDeviceGraphMemTrim(int number)
{
    return call([&](Device&) { return number == 0 ? Status::success : Status::invalid_device; });
}

// cudaGraphInstantiateParams: flags, stream, result node, result.
struct InstantiateParameters {
    unsigned long long flags;
    Stream* stream;
    Node* failed;
    int result;
};

WARPSTAGE_API Status cudaGraphInstantiateWithParams(ExecutableGraph** result, Graph* graph, InstantiateParameters* parameters)
{
    if (parameters == nullptr)
        return invalid_value();
    parameters->failed = nullptr;
    parameters->result = 0;
    return cudaGraphInstantiateWithFlags(result, graph, parameters->flags);
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)
