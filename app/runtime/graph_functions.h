// Functions for graphs that several files of the exported API use.
#pragma once

#include "app/runtime/api.h"

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

// cudaMemAllocNodeParams.
struct AllocationNode {
    std::byte pool_properties[88];
    const void* access;
    std::size_t access_count;
    std::size_t bytes;
    void* result;
};

// Memory of an allocation node, for cudaDeviceGetGraphMemAttribute.
void remember_graph_memory(const void* pointer);

WARPSTAGE_API Status cudaGraphAddKernelNode(
    Node** result, Graph* graph, Node* const* dependencies, std::size_t count, const KernelNode* parameters);
WARPSTAGE_API Status cudaGraphAddMemcpyNode(
    Node** result, Graph* graph, Node* const* dependencies, std::size_t count, const Copy3D* parameters);
WARPSTAGE_API Status cudaGraphAddMemsetNode(
    Node** result, Graph* graph, Node* const* dependencies, std::size_t count, const MemsetNode* parameters);
WARPSTAGE_API Status cudaGraphAddHostNode(
    Node** result, Graph* graph, Node* const* dependencies, std::size_t count, const HostNode* parameters);
WARPSTAGE_API Status cudaGraphAddMemAllocNode(
    Node** result, Graph* graph, Node* const* dependencies, std::size_t count, AllocationNode* parameters);
WARPSTAGE_API Status cudaGraphAddMemFreeNode(
    Node** result, Graph* graph, Node* const* dependencies, std::size_t count, void* pointer);
WARPSTAGE_API Status cudaGraphAddEmptyNode(Node** result, Graph* graph, Node* const* dependencies, std::size_t count);
WARPSTAGE_API Status cudaGraphAddChildGraphNode(
    Node** result, Graph* graph, Node* const* dependencies, std::size_t count, Graph* child);
WARPSTAGE_API Status cudaGraphInstantiateWithFlags(ExecutableGraph** result, Graph* graph, unsigned long long flags);

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)
