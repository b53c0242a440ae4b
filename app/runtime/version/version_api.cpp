// The functions that differ between libcudart.so.12 and libcudart.so.13.
#include "app/runtime/version/versions.h"

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

namespace {

#ifdef WARPSTAGE_CUDART_12
constexpr RuntimeVersion kVersion = RuntimeVersion::cuda_12;
constexpr int kNumber = 12090;
#else
constexpr RuntimeVersion kVersion = RuntimeVersion::cuda_13;
constexpr int kNumber = 13000;
#endif

} // namespace

WARPSTAGE_API Status cudaRuntimeGetVersion(int* version)
{
    if (version == nullptr)
        return Status::invalid_value;
    *version = kNumber;
    return Status::success;
}

WARPSTAGE_API Status cudaGetDeviceProperties(void* properties, int number)
{
    return warpstage_properties(properties, number, kVersion);
}

WARPSTAGE_API Status cudaGetDeviceProperties_v2(void* properties, int number)
{
    return warpstage_properties(properties, number, kVersion);
}

#ifdef WARPSTAGE_CUDART_12

WARPSTAGE_API Status cudaGraphAddDependencies(Graph* graph, Node* const* from, Node* const* to, std::size_t count)
{
    return cudaGraphAddDependencies_v2(graph, from, to, nullptr, count);
}

WARPSTAGE_API Status cudaGraphRemoveDependencies(Graph* graph, Node* const* from, Node* const* to, std::size_t count)
{
    return cudaGraphRemoveDependencies_v2(graph, from, to, nullptr, count);
}

WARPSTAGE_API Status cudaGraphGetEdges(Graph* graph, Node** from, Node** to, std::size_t* count)
{
    return cudaGraphGetEdges_v2(graph, from, to, nullptr, count);
}

WARPSTAGE_API Status cudaGraphNodeGetDependencies(Node* node, Node** nodes, std::size_t* count)
{
    return cudaGraphNodeGetDependencies_v2(node, nodes, nullptr, count);
}

WARPSTAGE_API Status cudaGraphAddNode(
    Node** result, Graph* graph, Node* const* dependencies, std::size_t count, NodeParameters* parameters)
{
    return cudaGraphAddNode_v2(result, graph, dependencies, nullptr, count, parameters);
}

WARPSTAGE_API Status cudaStreamGetCaptureInfo(Stream* stream, int* status, unsigned long long* id)
{
    return cudaStreamGetCaptureInfo_v3(stream, status, id, nullptr, nullptr, nullptr, nullptr);
}

WARPSTAGE_API Status cudaStreamGetCaptureInfo_v2(
    Stream* stream, int* status, unsigned long long* id, Graph** graph, Node* const** dependencies, std::size_t* count)
{
    return cudaStreamGetCaptureInfo_v3(stream, status, id, graph, dependencies, nullptr, count);
}

WARPSTAGE_API Status cudaStreamUpdateCaptureDependencies(
    Stream* stream, Node* const* dependencies, std::size_t count, unsigned int flags)
{
    return cudaStreamUpdateCaptureDependencies_v2(stream, dependencies, nullptr, count, flags);
}

#else

WARPSTAGE_API Status cudaGraphAddDependencies(
    Graph* graph, Node* const* from, Node* const* to, const void* edges, std::size_t count)
{
    return cudaGraphAddDependencies_v2(graph, from, to, edges, count);
}

WARPSTAGE_API Status cudaGraphRemoveDependencies(
    Graph* graph, Node* const* from, Node* const* to, const void* edges, std::size_t count)
{
    return cudaGraphRemoveDependencies_v2(graph, from, to, edges, count);
}

WARPSTAGE_API Status cudaGraphGetEdges(Graph* graph, Node** from, Node** to, void* edges, std::size_t* count)
{
    return cudaGraphGetEdges_v2(graph, from, to, edges, count);
}

WARPSTAGE_API Status cudaGraphNodeGetDependencies(Node* node, Node** nodes, void* edges, std::size_t* count)
{
    return cudaGraphNodeGetDependencies_v2(node, nodes, edges, count);
}

WARPSTAGE_API Status cudaGraphAddNode(
    Node** result, Graph* graph, Node* const* dependencies, const void* edges, std::size_t count, NodeParameters* parameters)
{
    return cudaGraphAddNode_v2(result, graph, dependencies, edges, count, parameters);
}

WARPSTAGE_API Status cudaStreamGetCaptureInfo(Stream* stream, int* status, unsigned long long* id, Graph** graph,
    Node* const** dependencies, const void** edges, std::size_t* count)
{
    return cudaStreamGetCaptureInfo_v3(stream, status, id, graph, dependencies, edges, count);
}

WARPSTAGE_API Status cudaStreamUpdateCaptureDependencies(
    Stream* stream, Node* const* dependencies, const void* edges, std::size_t count, unsigned int flags)
{
    return cudaStreamUpdateCaptureDependencies_v2(stream, dependencies, edges, count, flags);
}

#endif

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)
