// A function of the host that a stream runs must not call the API: the calls fail, and nothing else does.
#include "check.h"

struct Outcome {
    cudaError_t allocation = cudaSuccess;
    cudaError_t wait = cudaSuccess;
    int calls = 0;
};

void call_api(Outcome* outcome)
{
    void* memory = nullptr;
    outcome->allocation = cudaMalloc(&memory, 16);
    outcome->wait = cudaDeviceSynchronize();
    ++outcome->calls;
}

void CUDART_CB function(void* outcome)
{
    call_api(static_cast<Outcome*>(outcome));
}

void CUDART_CB callback(cudaStream_t, cudaError_t, void* outcome)
{
    call_api(static_cast<Outcome*>(outcome));
}

int main()
{
    cudaStream_t stream;
    CUDA(cudaStreamCreate(&stream));
    Outcome outcome;
    CUDA(cudaLaunchHostFunc(stream, function, &outcome));
    CUDA(cudaStreamAddCallback(stream, callback, &outcome, 0));
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CUDA(cudaLaunchHostFunc(stream, function, &outcome));
    CUDA(cudaStreamEndCapture(stream, &graph));
    cudaGraphNode_t node;
    const cudaHostNodeParams parameters { function, &outcome };
    CUDA(cudaGraphAddHostNode(&node, graph, nullptr, 0, &parameters));
    CUDA(cudaGraphInstantiate(&executable, graph, 0));
    CUDA(cudaGraphLaunch(executable, stream));
    CUDA(cudaStreamSynchronize(stream));
    CHECK(outcome.calls == 4);
    CHECK(outcome.allocation == cudaErrorNotPermitted && outcome.wait == cudaErrorNotPermitted);
    CHECK(cudaGetLastError() == cudaSuccess);
    void* memory;
    CUDA(cudaMalloc(&memory, 16));
    std::puts("host_functions passed");
}
