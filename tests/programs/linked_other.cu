#include "check.h"

__device__ int calls;
__constant__ int offset;

static __device__ int table[2] = { 20, 100 };

template <typename T> __device__ __noinline__ T twice(T value)
{
    return value + value;
}

__device__ int triple(int value)
{
    printf(" and there");
    atomicAdd(&calls, 1);
    return 3 * value + table[value];
}

static __global__ void there(int* out)
{
    *out = twice(table[0]);
}

int launch_other()
{
    int* out;
    CUDA(cudaMallocManaged(&out, sizeof(int)));
    there<<<1, 1>>>(out);
    CUDA(cudaDeviceSynchronize());
    return *out;
}
