// Graphs: captured from streams or built node by node, and replayed.
#include "app/runtime/graph_functions.h"

#include <algorithm>

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

namespace {

Status add_node(Node** result, Graph* graph, Node* const* dependencies, std::size_t count, NodeType type, Operation operation,
    std::vector<HostRange> host = {})
{
    return call([&](Device& shared) {
        Graph* known = shared.streams.graphs().find(graph);
        if (known == nullptr || result == nullptr)
            return Status::invalid_value;
        *result = add_node(*known, type, std::move(operation), dependencies, count);
        (*result)->host = std::move(host);
        return Status::success;
    });
}

// The bytes at the pointer, if host and device share them.
void add_range(std::vector<HostRange>& ranges, const void* pointer, std::size_t bytes, HostRange::Use use)
{
    auto range = device().memory.shared_range(pointer);
    if (!range)
        return;
    range->first = const_cast<std::byte*>(static_cast<const std::byte*>(pointer));
    range->bytes = bytes;
    range->use = use;
    ranges.push_back(*std::move(range));
}

// What the operation does when the graph runs.
template <typename Function> Operation later(Function function)
{
    return [function]() {
        return call(function);
    };
}

// The launch with the arguments of now, and the memory of the host that they point to.
Status pack_launch(Operation& result, std::vector<HostRange>& host, const KernelNode& parameters)
{
    LaunchRequest request { .function = parameters.function,
        .grid = parameters.grid,
        .block = parameters.block,
        .dynamic_shared_bytes = parameters.shared_bytes };
    const Status packed = call([&](Device& shared) { return shared.launcher.pack(request, parameters.arguments); });
    if (packed == Status::success)
        host = device().launcher.note_of(request).host;
    result = later([request](Device& shared) { return shared.launcher.launch(request); });
    return packed;
}

Status instantiate(ExecutableGraph** result, Graph* graph)
{
    return call([&](Device& shared) {
        const Graph* known = shared.streams.graphs().find(graph);
        if (known == nullptr || result == nullptr)
            return Status::invalid_value;
        *result = shared.streams.graphs().instantiate(*known);
        return *result == nullptr ? Status::invalid_value : Status::success;
    });
}

} // namespace

WARPSTAGE_API Status cudaStreamBeginCapture(Stream* stream, int mode)
{
    return call([&](Device& shared) {
        return is_capture_mode(mode) ? shared.streams.begin_capture(stream, static_cast<CaptureMode>(mode))
                                     : Status::invalid_value;
    });
}

WARPSTAGE_API Status cudaStreamEndCapture(Stream* stream, Graph** result)
{
    return call([&](Device& shared) { return shared.streams.end_capture(stream, result); });
}

WARPSTAGE_API Status cudaStreamIsCapturing(Stream* stream, int* status)
{
    if (status == nullptr)
        return invalid_value();
    return call([&](Device& shared) {
        const Stream* known = shared.streams.find(stream);
        *status = status_of(known == nullptr ? nullptr : known->capture.get());
        return known == nullptr ? Status::invalid_handle : Status::success;
    });
}

WARPSTAGE_API Status cudaThreadExchangeStreamCaptureMode(int* mode)
{
    if (mode == nullptr || !is_capture_mode(*mode))
        return invalid_value();
    return call([&](Device& shared) {
        *mode = static_cast<int>(shared.streams.exchange_capture_mode(static_cast<CaptureMode>(*mode)));
        return Status::success;
    });
}

WARPSTAGE_API Status cudaGraphCreate(Graph** result, unsigned int /*flags*/)
{
    if (result == nullptr)
        return invalid_value();
    return call([&](Device& shared) {
        *result = shared.streams.graphs().create();
        return Status::success;
    });
}

WARPSTAGE_API Status cudaGraphDestroy(Graph* graph)
{
    return call([&](Device& shared) { return shared.streams.graphs().destroy(graph); });
}

WARPSTAGE_API Status cudaGraphAddKernelNode(
    Node** result, Graph* graph, Node* const* dependencies, std::size_t count, const KernelNode* parameters)
{
    if (parameters == nullptr)
        return invalid_value();
    Operation operation;
    std::vector<HostRange> host;
    if (const Status packed = pack_launch(operation, host, *parameters); packed != Status::success)
        return packed;
    return add_node(result, graph, dependencies, count, NodeType::kernel, std::move(operation), std::move(host));
}

WARPSTAGE_API Status cudaGraphExecKernelNodeSetParams(ExecutableGraph* graph, const Node* node, const KernelNode* parameters)
{
    if (parameters == nullptr)
        return invalid_value();
    Operation operation;
    std::vector<HostRange> host;
    if (const Status packed = pack_launch(operation, host, *parameters); packed != Status::success)
        return packed;
    return call([&](Device& shared) {
        ExecutableGraph* const known = shared.streams.graphs().find(graph);
        if (known == nullptr)
            return Status::invalid_value;
        const auto found = std::ranges::find(known->nodes, node);
        if (found == known->nodes.end())
            return Status::invalid_value;
        const auto index = static_cast<std::size_t>(found - known->nodes.begin());
        known->operations[index] = std::move(operation);
        known->host[index] = std::move(host);
        return Status::success;
    });
}

WARPSTAGE_API Status cudaGraphAddMemcpyNode(
    Node** result, Graph* graph, Node* const* dependencies, std::size_t count, const Copy3D* parameters)
{
    if (parameters == nullptr)
        return invalid_value();
    const Copy3D copied = *parameters;
    return add_node(result, graph, dependencies, count, NodeType::copy,
        later([copied](Device& shared) { return shared.memory.copy_3d(copied); }));
}

WARPSTAGE_API Status cudaGraphAddMemcpyNode1D(Node** result, Graph* graph, Node* const* dependencies, std::size_t count,
    void* target, const void* source, std::size_t bytes, CopyKind kind)
{
    std::vector<HostRange> host;
    add_range(host, target, bytes, HostRange::Use::target);
    add_range(host, source, bytes, HostRange::Use::source);
    return add_node(result, graph, dependencies, count, NodeType::copy,
        later([=](Device& shared) { return shared.memory.copy(target, source, bytes, kind); }), std::move(host));
}

WARPSTAGE_API Status cudaGraphAddMemsetNode(
    Node** result, Graph* graph, Node* const* dependencies, std::size_t count, const MemsetNode* parameters)
{
    if (parameters == nullptr)
        return invalid_value();
    const MemsetNode set = *parameters;
    return add_node(result, graph, dependencies, count, NodeType::set, later([set](Device& shared) {
        return shared.memory.set_rows(
            { set.target, set.pitch, 0 }, set.value, set.element_bytes, { set.width, std::max<std::size_t>(set.height, 1), 1 });
    }));
}

WARPSTAGE_API Status cudaGraphAddHostNode(
    Node** result, Graph* graph, Node* const* dependencies, std::size_t count, const HostNode* parameters)
{
    if (parameters == nullptr)
        return invalid_value();
    const HostNode host = *parameters;
    return add_node(result, graph, dependencies, count, NodeType::host, later([host](Device& shared) {
        shared.run_host_function([&host] { host.function(host.data); });
        return Status::success;
    }));
}

// The memory is allocated at once and stays until the program frees it; its address is the same in each launch.
WARPSTAGE_API Status cudaGraphAddMemAllocNode(
    Node** result, Graph* graph, Node* const* dependencies, std::size_t count, AllocationNode* parameters)
{
    if (parameters == nullptr)
        return invalid_value();
    const Status allocated =
        call([&](Device& shared) { return shared.memory.allocate(&parameters->result, parameters->bytes, MemoryKind::device); });
    if (allocated != Status::success)
        return allocated;
    remember_graph_memory(parameters->result);
    return add_node(result, graph, dependencies, count, NodeType::allocate,
        later([memory = parameters->result, bytes = parameters->bytes](
                  Device& shared) { return shared.memory.renew(memory, bytes); }));
}

WARPSTAGE_API Status cudaGraphAddMemFreeNode(
    Node** result, Graph* graph, Node* const* dependencies, std::size_t count, void* /*pointer*/)
{
    return add_node(result, graph, dependencies, count, NodeType::release, {});
}

WARPSTAGE_API Status cudaGraphAddEmptyNode(Node** result, Graph* graph, Node* const* dependencies, std::size_t count)
{
    return add_node(result, graph, dependencies, count, NodeType::empty, {});
}

WARPSTAGE_API Status cudaGraphAddChildGraphNode(
    Node** result, Graph* graph, Node* const* dependencies, std::size_t count, Graph* child)
{
    ExecutableGraph* executable = nullptr;
    if (const Status status = instantiate(&executable, child); status != Status::success)
        return status;
    return add_node(result, graph, dependencies, count, NodeType::graph,
        later([executable](Device&) { return run(*executable); }), executable->all_host());
}

WARPSTAGE_API Status cudaGraphGetNodes(Graph* graph, Node** nodes, std::size_t* count)
{
    if (count == nullptr)
        return invalid_value();
    return call([&](Device& shared) {
        const Graph* known = shared.streams.graphs().find(graph);
        if (known == nullptr)
            return Status::invalid_value;
        if (nodes == nullptr) {
            *count = known->nodes.size();
            return Status::success;
        }
        *count = std::min(*count, known->nodes.size());
        for (std::size_t i = 0; i < *count; ++i)
            nodes[i] = known->nodes[i].get();
        return Status::success;
    });
}

WARPSTAGE_API Status cudaGraphNodeGetType(const Node* node, int* type)
{
    if (node == nullptr || type == nullptr)
        return invalid_value();
    *type = static_cast<int>(node->type);
    return Status::success;
}

WARPSTAGE_API Status cudaGraphClone(Graph** result, Graph* graph)
{
    if (result == nullptr)
        return invalid_value();
    return call([&](Device& shared) {
        const Graph* known = shared.streams.graphs().find(graph);
        if (known == nullptr)
            return Status::invalid_value;
        Graph* const copy = shared.streams.graphs().create();
        std::map<const Node*, Node*> copies;
        for (const auto& node : known->nodes)
            copies[node.get()] = add_node(*copy, node->type, node->operation, nullptr, 0);
        for (const auto& node : known->nodes)
            copies[node.get()]->host = node->host;
        for (const auto& node : known->nodes)
            for (const Node* dependency : node->dependencies)
                copies[node.get()]->dependencies.push_back(copies.at(dependency));
        *result = copy;
        return Status::success;
    });
}

WARPSTAGE_API Status cudaGraphInstantiate(ExecutableGraph** result, Graph* graph, unsigned long long /*flags*/)
{
    return instantiate(result, graph);
}

WARPSTAGE_API Status cudaGraphInstantiateWithFlags(ExecutableGraph** result, Graph* graph, unsigned long long /*flags*/)
{
    return instantiate(result, graph);
}

WARPSTAGE_API Status cudaGraphExecDestroy(ExecutableGraph* graph)
{
    return call([&](Device& shared) { return shared.streams.graphs().destroy(graph); });
}

WARPSTAGE_API Status cudaGraphUpload(ExecutableGraph* /*graph*/, Stream* /*stream*/)
{
    return call([](Device&) { return Status::success; });
}

WARPSTAGE_API Status cudaGraphLaunch(ExecutableGraph* graph, Stream* stream)
{
    WorkNote note { "a launch of a graph", {}, std::make_shared<UsedMemory>() };
    note.runs = Runs::beside; // its kernels may wait for the host
    if (is_late(stream)) {
        call([&](Device& shared) {
            if (const ExecutableGraph* const known = shared.streams.graphs().find(graph); known != nullptr)
                note.host = known->all_host();
            return Status::success;
        });
    }
    return submit(
        stream, NodeType::graph,
        [graph, used = note.used](Device& shared) {
            ExecutableGraph* known = shared.streams.graphs().find(graph);
            if (known == nullptr)
                return Status::invalid_handle;
            shared.launcher.record_in(used);
            const Status status = run(*known);
            shared.launcher.record_in(nullptr);
            return status;
        },
        std::move(note));
}

// The graph has the same nodes; they replace those of the executable graph.
WARPSTAGE_API Status cudaGraphExecUpdate(ExecutableGraph* executable, Graph* graph, void* /*result*/)
{
    return call([&](Device& shared) {
        const Graph* known = shared.streams.graphs().find(graph);
        if (known == nullptr || shared.streams.graphs().find(executable) == nullptr)
            return Status::invalid_value;
        ExecutableGraph* const updated = shared.streams.graphs().instantiate(*known);
        if (updated == nullptr)
            return Status::invalid_value;
        *executable = *updated;
        return shared.streams.graphs().destroy(updated);
    });
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)
