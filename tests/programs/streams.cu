// Streams, events, pinned and mapped memory, callbacks.
#include "check.h"

__global__ void increment(int* data, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] += 1;
}

static void set_flag(void* flag)
{
    *static_cast<bool*>(flag) = true;
}

int main()
{
    constexpr int n = 1000;
    int* host;
    int* device;
    CUDA(cudaHostAlloc(&host, n * sizeof(int), cudaHostAllocMapped));
    CUDA(cudaMalloc(&device, n * sizeof(int)));
    for (int i = 0; i < n; ++i)
        host[i] = i;
    cudaStream_t stream;
    cudaEvent_t begin, end;
    CUDA(cudaStreamCreate(&stream));
    CUDA(cudaEventCreate(&begin));
    CUDA(cudaEventCreate(&end));
    bool flag = false;
    CUDA(cudaEventRecord(begin, stream));
    CUDA(cudaMemcpyAsync(device, host, n * sizeof(int), cudaMemcpyHostToDevice, stream));
    increment<<<4, 256, 0, stream>>>(device, n);
    CUDA(cudaMemcpyAsync(host, device, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
    CUDA(cudaLaunchHostFunc(stream, set_flag, &flag));
    CUDA(cudaEventRecord(end, stream));
    CUDA(cudaEventSynchronize(end));
    float milliseconds = 0;
    CUDA(cudaEventElapsedTime(&milliseconds, begin, end));
    CHECK(milliseconds > 0 && flag && cudaStreamQuery(stream) == cudaSuccess);
    int* mapped;
    CUDA(cudaHostGetDevicePointer(&mapped, host, 0));
    increment<<<4, 256>>>(mapped, n);
    CUDA(cudaDeviceSynchronize());
    for (int i = 0; i < n; ++i)
        CHECK(host[i] == i + 2);
    cudaPointerAttributes attributes;
    CUDA(cudaPointerGetAttributes(&attributes, device));
    CHECK(attributes.type == cudaMemoryTypeDevice);
    CUDA(cudaStreamDestroy(stream));
    CUDA(cudaFreeHost(host));
    std::puts("streams passed");
}
