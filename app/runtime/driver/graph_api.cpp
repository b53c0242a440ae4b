// Graphs and captures of the driver API, which are those of the runtime API.
#include "app/runtime/driver/driver.h"
#include "app/runtime/graph_functions.h"
#include "app/runtime/runtime_functions.h"
#include "app/runtime/version/versions.h"

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

extern "C" {
Status cudaGraphCreate(Graph** result, unsigned int flags);
Status cudaGraphClone(Graph** result, Graph* graph);
Status cudaGraphUpload(ExecutableGraph* graph, Stream* stream);
Status cudaGraphGetNodes(Graph* graph, Node** nodes, std::size_t* count);
Status cudaGraphGetRootNodes(Graph* graph, Node** nodes, std::size_t* count);
Status cudaGraphNodeGetType(const Node* node, int* type);
Status cudaGraphInstantiateWithParams(ExecutableGraph** result, Graph* graph, struct InstantiateParameters* parameters);
Status cudaGraphConditionalHandleCreate(std::uint64_t* handle, Graph* graph, unsigned int initial, unsigned int flags);
Status cudaStreamBeginCaptureToGraph(
    Stream* stream, Graph* graph, Node* const* dependencies, const void* edges, std::size_t count, int mode);
}

// CUDA_KERNEL_NODE_PARAMS_v2: its first members are those of the runtime API.
struct DriverKernelNode {
    KernelNode common;
    const void* kernel = nullptr; // where the function is null
    Context* context = nullptr;
};

WARPSTAGE_API Status cuStreamBeginCaptureToGraph(
    Stream* stream, Graph* graph, Node* const* dependencies, const void* edges, std::size_t count, int mode)
{
    return in_context([&] { return cudaStreamBeginCaptureToGraph(stream, graph, dependencies, edges, count, mode); });
}

WARPSTAGE_API Status cuStreamGetCaptureInfo_v3(Stream* stream, int* status, unsigned long long* id, Graph** graph,
    Node* const** dependencies, const void** edges, std::size_t* count)
{
    return in_context([&] { return cudaStreamGetCaptureInfo_v3(stream, status, id, graph, dependencies, edges, count); });
}

WARPSTAGE_API Status cuStreamGetCaptureInfo_v2(
    Stream* stream, int* status, unsigned long long* id, Graph** graph, Node* const** dependencies, std::size_t* count)
{
    return cuStreamGetCaptureInfo_v3(stream, status, id, graph, dependencies, nullptr, count);
}

WARPSTAGE_API Status cuStreamUpdateCaptureDependencies_v2(
    Stream* stream, Node* const* dependencies, const void* edges, std::size_t count, unsigned int flags)
{
    return in_context([&] { return cudaStreamUpdateCaptureDependencies_v2(stream, dependencies, edges, count, flags); });
}

WARPSTAGE_API Status cuStreamUpdateCaptureDependencies(
    Stream* stream, Node* const* dependencies, std::size_t count, unsigned int flags)
{
    return cuStreamUpdateCaptureDependencies_v2(stream, dependencies, nullptr, count, flags);
}

WARPSTAGE_API Status cuThreadExchangeStreamCaptureMode(int* mode)
{
    return in_context([&] { return cudaThreadExchangeStreamCaptureMode(mode); });
}

WARPSTAGE_API Status cuGraphCreate(Graph** result, unsigned int flags)
{
    return in_context([&] { return cudaGraphCreate(result, flags); });
}

WARPSTAGE_API Status cuGraphClone(Graph** result, Graph* graph)
{
    return in_context([&] { return cudaGraphClone(result, graph); });
}

WARPSTAGE_API Status cuGraphUpload(ExecutableGraph* graph, Stream* stream)
{
    return in_context([&] { return cudaGraphUpload(graph, stream); });
}

WARPSTAGE_API Status cuGraphInstantiateWithParams(ExecutableGraph** result, Graph* graph, InstantiateParameters* parameters)
{
    return in_context([&] { return cudaGraphInstantiateWithParams(result, graph, parameters); });
}

WARPSTAGE_API Status cuGraphGetNodes(Graph* graph, Node** nodes, std::size_t* count)
{
    return in_context([&] { return cudaGraphGetNodes(graph, nodes, count); });
}

WARPSTAGE_API Status cuGraphGetRootNodes(Graph* graph, Node** nodes, std::size_t* count)
{
    return in_context([&] { return cudaGraphGetRootNodes(graph, nodes, count); });
}

WARPSTAGE_API Status cuGraphGetEdges_v2(Graph* graph, Node** from, Node** to, void* edges, std::size_t* count)
{
    return in_context([&] { return cudaGraphGetEdges_v2(graph, from, to, edges, count); });
}

WARPSTAGE_API Status cuGraphGetEdges(Graph* graph, Node** from, Node** to, std::size_t* count)
{
    return cuGraphGetEdges_v2(graph, from, to, nullptr, count);
}

WARPSTAGE_API Status cuGraphNodeGetType(const Node* node, int* type)
{
    return in_context([&] { return cudaGraphNodeGetType(node, type); });
}

WARPSTAGE_API Status cuGraphNodeGetDependencies_v2(Node* node, Node** nodes, void* edges, std::size_t* count)
{
    return in_context([&] { return cudaGraphNodeGetDependencies_v2(node, nodes, edges, count); });
}

WARPSTAGE_API Status cuGraphNodeGetDependencies(Node* node, Node** nodes, std::size_t* count)
{
    return cuGraphNodeGetDependencies_v2(node, nodes, nullptr, count);
}

WARPSTAGE_API Status cuGraphAddDependencies_v2(
    Graph* graph, Node* const* from, Node* const* to, const void* edges, std::size_t count)
{
    return in_context([&] { return cudaGraphAddDependencies_v2(graph, from, to, edges, count); });
}

WARPSTAGE_API Status cuGraphAddDependencies(Graph* graph, Node* const* from, Node* const* to, std::size_t count)
{
    return cuGraphAddDependencies_v2(graph, from, to, nullptr, count);
}

WARPSTAGE_API Status cuGraphAddEmptyNode(Node** result, Graph* graph, Node* const* dependencies, std::size_t count)
{
    return in_context([&] { return cudaGraphAddEmptyNode(result, graph, dependencies, count); });
}

WARPSTAGE_API Status cuGraphAddChildGraphNode(
    Node** result, Graph* graph, Node* const* dependencies, std::size_t count, Graph* child)
{
    return in_context([&] { return cudaGraphAddChildGraphNode(result, graph, dependencies, count, child); });
}

WARPSTAGE_API Status cuGraphAddHostNode(
    Node** result, Graph* graph, Node* const* dependencies, std::size_t count, const HostNode* parameters)
{
    return in_context([&] { return cudaGraphAddHostNode(result, graph, dependencies, count, parameters); });
}

WARPSTAGE_API Status cuGraphAddMemsetNode(
    Node** result, Graph* graph, Node* const* dependencies, std::size_t count, const MemsetNode* parameters, Context* /*context*/)
{
    return in_context([&] { return cudaGraphAddMemsetNode(result, graph, dependencies, count, parameters); });
}

WARPSTAGE_API Status cuGraphAddKernelNode_v2(
    Node** result, Graph* graph, Node* const* dependencies, std::size_t count, const DriverKernelNode* parameters)
{
    return in_context([&] {
        if (parameters == nullptr)
            return Status::invalid_value;
        KernelNode node = parameters->common;
        if (node.function == nullptr)
            node.function = parameters->kernel;
        return cudaGraphAddKernelNode(result, graph, dependencies, count, &node);
    });
}

WARPSTAGE_API Status cuGraphAddMemAllocNode(
    Node** result, Graph* graph, Node* const* dependencies, std::size_t count, AllocationNode* parameters)
{
    return in_context([&] { return cudaGraphAddMemAllocNode(result, graph, dependencies, count, parameters); });
}

WARPSTAGE_API Status cuGraphAddMemFreeNode(
    Node** result, Graph* graph, Node* const* dependencies, std::size_t count, void* pointer)
{
    return in_context([&] { return cudaGraphAddMemFreeNode(result, graph, dependencies, count, pointer); });
}

WARPSTAGE_API Status cuGraphConditionalHandleCreate(
    std::uint64_t* handle, Graph* graph, Context* /*context*/, unsigned int initial, unsigned int flags)
{
    return in_context([&] { return cudaGraphConditionalHandleCreate(handle, graph, initial, flags); });
}

// The parameters begin as those of the runtime API, except for copies.
WARPSTAGE_API Status cuGraphAddNode_v2(
    Node** result, Graph* graph, Node* const* dependencies, const void* edges, std::size_t count, NodeParameters* parameters)
{
    return in_context([&] {
        if (parameters == nullptr)
            return Status::invalid_value;
        if (*reinterpret_cast<const int*>(parameters) == static_cast<int>(NodeType::copy))
            return call([](Device&) {
                return Failure { Status::not_supported, "`cuGraphAddNode` does not support copies on the virtual device." };
            });
        return cudaGraphAddNode_v2(result, graph, dependencies, edges, count, parameters);
    });
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)
