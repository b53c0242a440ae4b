// The host uses memory that a launch of a graph may write: one mistake for each number. With 10 more, it waits before that.
#include <cstdio>
#include <cstdlib>

__global__ void fill(int* a, int value) { a[threadIdx.x] = value; }

int main(int, char** arguments)
{
    const int number = atoi(arguments[1]);
    const bool right = number >= 10;
    int *device, *pinned, *managed;
    cudaStream_t stream, other;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaStreamCreate(&stream);
    cudaStreamCreate(&other);
    cudaMalloc(&device, 128);
    cudaHostAlloc(&pinned, 128, cudaHostAllocMapped);
    cudaMallocManaged(&managed, 4096);
    managed[0] = 1;
    managed[100] = 2;
    pinned[0] = 3;
    const int* result = managed;
    int value = 9;
    void* parameters[] = { &managed, &value };
    cudaKernelNodeParams node {};
    node.func = (void*)fill;
    node.gridDim = 1;
    node.blockDim = 32;
    node.kernelParams = parameters;
    cudaGraphNode_t added;
    switch (number % 10) {
    case 0: // a captured kernel writes managed memory
        cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
        fill<<<1, 32, 0, stream>>>(managed, 9);
        cudaStreamEndCapture(stream, &graph);
        break;
    case 1: // a captured copy writes pinned memory
        cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
        fill<<<1, 32, 0, stream>>>(device, 9);
        cudaMemcpyAsync(pinned, device, 128, cudaMemcpyDeviceToHost, stream);
        cudaStreamEndCapture(stream, &graph);
        result = pinned;
        break;
    case 2: // a kernel node
        cudaGraphCreate(&graph, 0);
        cudaGraphAddKernelNode(&added, graph, nullptr, 0, &node);
        break;
    case 3: { // a kernel node of a child graph
        cudaGraph_t child;
        cudaGraphCreate(&child, 0);
        cudaGraphAddKernelNode(&added, child, nullptr, 0, &node);
        cudaGraphCreate(&graph, 0);
        cudaGraphAddChildGraphNode(&added, graph, nullptr, 0, child);
        break;
    }
    case 4: // no mistake: other words of the same page
        cudaGraphCreate(&graph, 0);
        cudaGraphAddKernelNode(&added, graph, nullptr, 0, &node);
        result = managed + 100;
        break;
    case 6: // a kernel of another stream writes the same words
        parameters[0] = &device;
        cudaGraphCreate(&graph, 0);
        cudaGraphAddKernelNode(&added, graph, nullptr, 0, &node);
        result = pinned;
        break;
    case 5: // a node whose argument has changed since
        parameters[0] = &device;
        cudaGraphCreate(&graph, 0);
        cudaGraphAddKernelNode(&added, graph, nullptr, 0, &node);
        break;
    }
    cudaGraphInstantiate(&executable, graph, 0);
    if (number % 10 == 5) {
        parameters[0] = &managed;
        cudaGraphExecKernelNodeSetParams(executable, added, &node);
    }
    cudaGraphLaunch(executable, stream);
    if (right)
        cudaStreamSynchronize(stream);
    if (number % 10 == 6)
        fill<<<1, 32, 0, other>>>(device, 8);
    printf("%d\n", *result);
    cudaDeviceSynchronize();
    puts("end");
    return 0;
}
