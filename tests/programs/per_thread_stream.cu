// With a default stream per thread, work in the null stream has nothing to do with a stream that is being captured.
#include "check.h"

__global__ void add_one(int* value)
{
    *value += 1;
}

int main()
{
    int* value;
    CUDA(cudaMallocManaged(&value, sizeof(int)));
    *value = 0;
    cudaStream_t stream;
    cudaGraph_t graph;
    CUDA(cudaStreamCreate(&stream));
    CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    add_one<<<1, 1, 0, stream>>>(value);
    add_one<<<1, 1>>>(value);
    CUDA(cudaGetLastError());
    CUDA(cudaStreamEndCapture(stream, &graph));
    CUDA(cudaStreamSynchronize(nullptr));
    CHECK(*value == 1);
    std::puts("per_thread_stream passed");
    return 0;
}
