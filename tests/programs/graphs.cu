// A graph captured from two streams and replayed, and one built node by node.
#include "check.h"

__global__ void scale(int* data, int factor)
{
    data[threadIdx.x] *= factor;
}

int main()
{
    int host[32], result[32];
    for (int i = 0; i < 32; ++i)
        host[i] = i;
    int* device;
    CUDA(cudaMalloc(&device, sizeof(host)));
    cudaStream_t first, second;
    cudaEvent_t event;
    CUDA(cudaStreamCreate(&first));
    CUDA(cudaStreamCreate(&second));
    CUDA(cudaEventCreate(&event));
    cudaGraph_t graph;
    CUDA(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    scale<<<1, 32, 0, first>>>(device, 3);
    CUDA(cudaEventRecord(event, first));
    CUDA(cudaStreamWaitEvent(second, event, 0));
    scale<<<1, 32, 0, second>>>(device, 2);
    CUDA(cudaEventRecord(event, second));
    CUDA(cudaStreamWaitEvent(first, event, 0));
    CUDA(cudaStreamEndCapture(first, &graph));
    size_t nodes = 0;
    CUDA(cudaGraphGetNodes(graph, nullptr, &nodes));
    CHECK(nodes == 2);
    cudaGraphExec_t executable;
    CUDA(cudaGraphInstantiateWithFlags(&executable, graph, 0));
    CUDA(cudaMemcpy(device, host, sizeof(host), cudaMemcpyHostToDevice));
    CUDA(cudaGraphLaunch(executable, first));
    CUDA(cudaGraphLaunch(executable, first));
    CUDA(cudaMemcpy(result, device, sizeof(result), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 32; ++i)
        CHECK(result[i] == 36 * i);

    // To wait for a stream while it is captured ends the capture.
    cudaGraph_t none = graph;
    cudaStreamCaptureStatus capturing;
    CUDA(cudaStreamBeginCapture(first, cudaStreamCaptureModeRelaxed));
    CHECK(cudaStreamSynchronize(first) == cudaErrorStreamCaptureUnsupported);
    CHECK(cudaMemsetAsync(device, 0, 4, first) == cudaErrorStreamCaptureInvalidated);
    CUDA(cudaStreamIsCapturing(first, &capturing));
    CHECK(capturing == cudaStreamCaptureStatusInvalidated);
    CHECK(cudaStreamEndCapture(first, &none) == cudaErrorStreamCaptureInvalidated && none == nullptr);
    CHECK(cudaStreamEndCapture(first, &none) == cudaErrorIllegalState);
    CHECK(cudaStreamQuery(first) == cudaSuccess);
    CHECK(cudaGetLastError() == cudaErrorIllegalState);

    cudaGraph_t built;
    cudaGraphNode_t set, kernel;
    CUDA(cudaGraphCreate(&built, 0));
    cudaMemsetParams bytes = {};
    bytes.dst = device;
    bytes.elementSize = 4;
    bytes.value = 5;
    bytes.width = 32;
    bytes.height = 1;
    CUDA(cudaGraphAddMemsetNode(&set, built, nullptr, 0, &bytes));
    int factor = 4;
    void* arguments[] = { &device, &factor };
    cudaKernelNodeParams launch = {};
    launch.func = (void*)scale;
    launch.gridDim = 1;
    launch.blockDim = 32;
    launch.kernelParams = arguments;
    CUDA(cudaGraphAddKernelNode(&kernel, built, &set, 1, &launch));
    CUDA(cudaGraphInstantiateWithFlags(&executable, built, 0));
    CUDA(cudaGraphLaunch(executable, 0));
    CUDA(cudaMemcpy(result, device, sizeof(result), cudaMemcpyDeviceToHost));
    for (int value : result)
        CHECK(value == 20);
    factor = 6;
    CUDA(cudaGraphExecKernelNodeSetParams(executable, kernel, &launch));
    CUDA(cudaGraphLaunch(executable, 0));
    CUDA(cudaMemcpy(result, device, sizeof(result), cudaMemcpyDeviceToHost));
    for (int value : result)
        CHECK(value == 30);

    // Memory of an allocation node that is freed outside of the graph has the same address in the next launch.
    cudaMemAllocNodeParams memory = {};
    memory.poolProps.allocType = cudaMemAllocationTypePinned;
    memory.poolProps.location.type = cudaMemLocationTypeDevice;
    memory.bytesize = sizeof(host);
    cudaGraph_t allocating;
    cudaGraphNode_t allocation;
    CUDA(cudaGraphCreate(&allocating, 0));
    CUDA(cudaGraphAddMemAllocNode(&allocation, allocating, nullptr, 0, &memory));
    bytes.dst = memory.dptr;
    CUDA(cudaGraphAddMemsetNode(&set, allocating, &allocation, 1, &bytes));
    CUDA(cudaGraphInstantiateWithFlags(&executable, allocating, 0));
    for (int launches = 0; launches < 2; ++launches) {
        CUDA(cudaGraphLaunch(executable, first));
        CUDA(cudaMemcpyAsync(result, memory.dptr, sizeof(result), cudaMemcpyDeviceToHost, first));
        CUDA(cudaFreeAsync(memory.dptr, first));
        CUDA(cudaStreamSynchronize(first));
        for (int value : result)
            CHECK(value == 5);
    }
    // A graph with a cycle has no order.
    cudaGraph_t endless;
    cudaGraphNode_t a, b;
    CUDA(cudaGraphCreate(&endless, 0));
    CUDA(cudaGraphAddEmptyNode(&a, endless, nullptr, 0));
    CUDA(cudaGraphAddEmptyNode(&b, endless, &a, 1));
#if CUDART_VERSION >= 13000
    CUDA(cudaGraphAddDependencies(endless, &b, &a, nullptr, 1));
#else
    CUDA(cudaGraphAddDependencies(endless, &b, &a, 1));
#endif
    CHECK(cudaGraphInstantiateWithFlags(&executable, endless, 0) == cudaErrorInvalidValue);

    // What a capture does not permit, as on an H200.
    cudaEvent_t captured, done;
    CUDA(cudaEventCreate(&captured));
    CUDA(cudaEventCreate(&done));
    CUDA(cudaEventRecord(done, second));
    CUDA(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    CHECK(cudaDeviceSynchronize() == cudaErrorStreamCaptureUnsupported);
    CHECK(cudaStreamEndCapture(first, &none) == cudaErrorStreamCaptureInvalidated);
    CUDA(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    CUDA(cudaEventRecord(captured, first));
    CHECK(cudaStreamWaitEvent(first, done) == cudaErrorStreamCaptureIsolation);
    CHECK(cudaStreamEndCapture(first, &none) == cudaErrorStreamCaptureInvalidated);
    CHECK(cudaStreamWaitEvent(second, captured) == cudaErrorInvalidValue); // of a capture that has ended
    CUDA(cudaStreamIsCapturing(second, &capturing));
    CHECK(capturing == cudaStreamCaptureStatusNone);
    std::puts("graphs passed");
}
