// Relocatable device code of two translation units, as CMake's CUDA_SEPARABLE_COMPILATION compiles it. Both have a static array
// and a function template of one name.
#include "check.h"

int launch_other();

extern __device__ int calls;
extern __constant__ int offset;
extern __device__ int triple(int value);

static __device__ int table[2] = { 1, 2 };

template <typename T> __device__ __noinline__ T twice(T value)
{
    return value + value;
}

__global__ void here(int* out)
{
    printf("here");
    *out = triple(table[threadIdx.x]) + twice(offset);
}

int main()
{
    int *out, called = 0;
    const int five = 5;
    CUDA(cudaMallocManaged(&out, sizeof(int)));
    CUDA(cudaMemcpyToSymbol(offset, &five, sizeof(five)));
    here<<<1, 1>>>(out);
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaMemcpyFromSymbol(&called, calls, sizeof(called)));
    CHECK(*out == 3 * 1 + 10 + 100 && called == 1 && launch_other() == 40);
    std::puts(", linked passed");
}
