// Conditional nodes of graphs, nodes of any type, and a node that is added while a stream is captured.
#include "check.h"

#if CUDART_VERSION >= 12040

__global__ void count_down(int* left, int* runs, cudaGraphConditionalHandle handle)
{
    ++*runs;
    if (--*left == 0)
        cudaGraphSetConditional(handle, 0);
}

__global__ void choose(const int* value, cudaGraphConditionalHandle handle)
{
    cudaGraphSetConditional(handle, *value);
}

__global__ void store(int* place, int value)
{
    *place = value;
}

cudaGraphNode_t add(cudaGraph_t graph, const cudaGraphNode_t* before, size_t count, cudaGraphNodeParams& node)
{
    cudaGraphNode_t added;
#if CUDART_VERSION >= 13000
    CUDA(cudaGraphAddNode(&added, graph, before, nullptr, count, &node));
#else
    CUDA(cudaGraphAddNode(&added, graph, before, count, &node));
#endif
    return added;
}

cudaGraphNode_t add_kernel(cudaGraph_t graph, const cudaGraphNode_t* before, void* function, void** arguments)
{
    cudaGraphNodeParams node = { cudaGraphNodeTypeKernel };
    node.kernel.func = function;
    node.kernel.gridDim = 1;
    node.kernel.blockDim = 1;
    node.kernel.kernelParams = arguments;
    return add(graph, before, before == nullptr ? 0 : 1, node);
}

void launch(cudaGraph_t graph)
{
    cudaGraphExec_t executable;
    CUDA(cudaGraphInstantiateWithFlags(&executable, graph, 0));
    CUDA(cudaGraphLaunch(executable, 0));
    CUDA(cudaGraphLaunch(executable, 0));
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaGraphExecDestroy(executable));
}

// The body runs until the kernel sets the handle to 0; the second launch assigns the default value 1 again.
void loop(int* data)
{
    cudaGraph_t graph;
    cudaGraphConditionalHandle handle;
    CUDA(cudaGraphCreate(&graph, 0));
    CUDA(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
    cudaGraphNodeParams start = { cudaGraphNodeTypeMemset };
    start.memset.dst = data;
    start.memset.elementSize = 4;
    start.memset.value = 7;
    start.memset.width = 1;
    start.memset.height = 1;
    const cudaGraphNode_t first = add(graph, nullptr, 0, start);
    cudaGraphNodeParams condition = { cudaGraphNodeTypeConditional };
    condition.conditional.handle = handle;
    condition.conditional.type = cudaGraphCondTypeWhile;
    condition.conditional.size = 1;
    add(graph, &first, 1, condition);
    int* runs = data + 1;
    void* arguments[] = { &data, &runs, &handle };
    add_kernel(condition.conditional.phGraph_out[0], nullptr, (void*)count_down, arguments);
    CUDA(cudaMemset(data, 0, 2 * sizeof(int)));
    launch(graph);
    int result[2];
    CUDA(cudaMemcpy(result, data, sizeof(result), cudaMemcpyDeviceToHost));
    CHECK(result[0] == 0 && result[1] == 14);
}

// A kernel of the captured graph sets the handle of a node that is added to the capture.
int branch(int* data, int value)
{
    cudaStream_t stream;
    CUDA(cudaStreamCreate(&stream));
    CUDA(cudaMemcpy(data, &value, sizeof(value), cudaMemcpyHostToDevice));
    CUDA(cudaMemset(data + 1, 0, sizeof(int)));
    CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    cudaStreamCaptureStatus capturing;
    cudaGraph_t graph;
    const cudaGraphNode_t* dependencies;
    size_t count = 0;
    cudaGraphConditionalHandle handle;
    const auto capture_info = [&] {
#if CUDART_VERSION >= 13000
        CUDA(cudaStreamGetCaptureInfo(stream, &capturing, nullptr, &graph, &dependencies, nullptr, &count));
#else
        CUDA(cudaStreamGetCaptureInfo(stream, &capturing, nullptr, &graph, &dependencies, &count));
#endif
    };
    capture_info();
    CHECK(capturing == cudaStreamCaptureStatusActive && count == 0);
    CUDA(cudaGraphConditionalHandleCreate(&handle, graph));
    choose<<<1, 1, 0, stream>>>(data, handle);
    capture_info();
    CHECK(count == 1);
    cudaGraphNodeParams condition = { cudaGraphNodeTypeConditional };
    condition.conditional.handle = handle;
    condition.conditional.type = cudaGraphCondTypeIf;
    condition.conditional.size = 1;
    add(graph, dependencies, count, condition);
    CUDA(cudaStreamEndCapture(stream, &graph));
    int* place = data + 1;
    int stored = 5;
    void* arguments[] = { &place, &stored };
    add_kernel(condition.conditional.phGraph_out[0], nullptr, (void*)store, arguments);
    cudaGraphNode_t roots[2];
    count = 2;
    CUDA(cudaGraphGetRootNodes(graph, roots, &count));
    CHECK(count == 1);
    launch(graph);
    CUDA(cudaMemcpy(&stored, place, sizeof(stored), cudaMemcpyDeviceToHost));
    return stored;
}

void test()
{
    int* data;
    CUDA(cudaMalloc(&data, 2 * sizeof(int)));
    loop(data);
    CHECK(branch(data, 0) == 0);
    CHECK(branch(data, 3) == 5);
}

#else

void test() { } // CUDA 12.0 has no conditional nodes

#endif

int main()
{
    test();
    std::puts("conditional_graphs passed");
}
