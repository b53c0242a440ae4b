// cudaDeviceSetLimit: stack, heap and output of kernels have the sizes that the program sets.
#include "check.h"

#include <cstddef>

__global__ void keep(int* failed)
{
    if (!malloc(1 << 20))
        atomicAdd(failed, 1);
}

__device__ __noinline__ int sum(int n)
{
    volatile int pad[8];
    pad[n & 7] = n;
    return n <= 1 ? n : pad[n & 7] + sum(n - 1);
}
__global__ void recurse(int* o, int n) { *o = sum(n); }

// Not recursive: the compiler reserves what it needs, whatever the limit is.
__device__ __noinline__ int large_frame(int n)
{
    volatile int cells[2000];
    for (int i = 0; i < 2000; ++i)
        cells[i] = i;
    return cells[n];
}
__global__ void call_large(int* o, int n) { *o = large_frame(n); }

int main()
{
    size_t limit = 0;
    CUDA(cudaDeviceGetLimit(&limit, cudaLimitStackSize));
    CHECK(limit == 1024);
    CUDA(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
    CHECK(limit == 8 << 20);
    CUDA(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 128 << 20));
    CUDA(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
    CHECK(limit == 128 << 20);
    int *d, h = -1;
    CUDA(cudaMalloc(&d, 4));
    CUDA(cudaMemset(d, 0, 4));
    keep<<<1, 64>>>(d);
    CUDA(cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost));
    CHECK(h == 0);
    CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 256 << 20) == cudaErrorInvalidValue);
    CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 1 << 30) == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    call_large<<<1, 64>>>(d, 1234);
    CUDA(cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost));
    CHECK(h == 1234);
    recurse<<<1, 32>>>(d, 12);
    CUDA(cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost));
    CHECK(h == 78);
    CUDA(cudaDeviceSetLimit(cudaLimitStackSize, 256 << 10));
    recurse<<<1, 1>>>(d, 1000);
    CUDA(cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost));
    CHECK(h == 500500);
    CUDA(cudaDeviceSetLimit(cudaLimitStackSize, 1024));
    recurse<<<1, 1>>>(d, 500);
    CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    std::puts("limits passed");
}
