// What libcudart.so.12 and .13, whose functions of equal names differ, call in the common library.
#pragma once

#include "app/runtime/exported.h"
#include "core/runtime/device_properties.h"
#include "core/runtime/status.h"

// NOLINTBEGIN(readability-identifier-naming): exported beside the functions of the API
namespace warpstage::runtime {

WARPSTAGE_API Status warpstage_properties(void* properties, int number, RuntimeVersion version);

// The forms with edge data, which CUDA 13 has under the plain names.
struct Graph;
struct Node;
struct Stream;
struct NodeParameters;
WARPSTAGE_API Status cudaGraphAddDependencies_v2(
    Graph* graph, Node* const* from, Node* const* to, const void* edges, std::size_t count);
WARPSTAGE_API Status cudaGraphRemoveDependencies_v2(
    Graph* graph, Node* const* from, Node* const* to, const void* edges, std::size_t count);
WARPSTAGE_API Status cudaGraphGetEdges_v2(Graph* graph, Node** from, Node** to, void* edges, std::size_t* count);
WARPSTAGE_API Status cudaGraphAddNode_v2(
    Node** result, Graph* graph, Node* const* dependencies, const void* edges, std::size_t count, NodeParameters* parameters);
WARPSTAGE_API Status cudaGraphNodeGetDependencies_v2(Node* node, Node** nodes, void* edges, std::size_t* count);
WARPSTAGE_API Status cudaStreamGetCaptureInfo_v3(Stream* stream, int* status, unsigned long long* id, Graph** graph,
    Node* const** dependencies, const void** edges, std::size_t* count);
WARPSTAGE_API Status cudaStreamUpdateCaptureDependencies_v2(
    Stream* stream, Node* const* dependencies, const void* edges, std::size_t count, unsigned int flags);

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)
