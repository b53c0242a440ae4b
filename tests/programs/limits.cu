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
    // The values, smallest values and steps of an H200.
    const struct {
        cudaLimit limit;
        size_t first, set, then;
        cudaError_t code;
    } cases[] = { { cudaLimitPrintfFifoSize, 8650752, 1, 524288, cudaSuccess },
        { cudaLimitPrintfFifoSize, 524288, 600000, 600064, cudaSuccess },
        { cudaLimitPrintfFifoSize, 600064, 9000000, 9000192, cudaSuccess }, { cudaLimitStackSize, 1024, 1000, 1008, cudaSuccess },
        { cudaLimitStackSize, 1008, 1024, 1024, cudaSuccess }, { cudaLimitDevRuntimePendingLaunchCount, 2048, 0, 32, cudaSuccess },
        { cudaLimitMaxL2FetchGranularity, 64, 100, 100, cudaSuccess },
        { cudaLimitMaxL2FetchGranularity, 100, 1 << 30, 100, cudaErrorInvalidValue },
        { cudaLimitPersistingL2CacheSize, 11796480, 1, 3932160, cudaSuccess },
        { cudaLimitPersistingL2CacheSize, 3932160, 0, 0, cudaSuccess },
        { cudaLimitPersistingL2CacheSize, 0, 1 << 30, 0, cudaErrorInvalidValue },
        { cudaLimit(7), 232448, 100, 232448, cudaErrorNotPermitted }, { cudaLimit(8), 0, 1, 0, cudaErrorNotPermitted } };
    for (const auto& one : cases) {
        CUDA(cudaDeviceGetLimit(&limit, one.limit));
        CHECK(limit == one.first);
        CHECK(cudaDeviceSetLimit(one.limit, one.set) == one.code);
        CUDA(cudaDeviceGetLimit(&limit, one.limit));
        CHECK(limit == one.then);
    }
    CHECK(cudaDeviceGetLimit(&limit, cudaLimit(9)) == cudaErrorUnsupportedLimit);
    CHECK(cudaDeviceGetLimit(&limit, cudaLimit(10)) == cudaErrorInvalidValue);
    static_cast<void>(cudaGetLastError());
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
