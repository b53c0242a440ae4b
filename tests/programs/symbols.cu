// Constant, global and managed variables.
#include "check.h"

__constant__ float factors[4];
__device__ int counter = 5;
__managed__ int shared_total;

__global__ void count(float* out)
{
    out[threadIdx.x] = factors[threadIdx.x % 4];
    atomicAdd(&counter, 1);
    atomicAdd(&shared_total, 2);
}

int main()
{
    const float values[4] = { 1, 2, 3, 4 };
    CUDA(cudaMemcpyToSymbol(factors, values, sizeof(values)));
    float* out;
    CUDA(cudaMallocManaged(&out, 64 * sizeof(float)));
    shared_total = 100;
    count<<<1, 64>>>(out);
    CUDA(cudaDeviceSynchronize());
    for (int i = 0; i < 64; ++i)
        CHECK(out[i] == values[i % 4]);
    int counted = 0;
    CUDA(cudaMemcpyFromSymbol(&counted, counter, sizeof(counted)));
    CHECK(counted == 5 + 64);
    CHECK(shared_total == 100 + 128);
    void* address;
    size_t bytes;
    CUDA(cudaGetSymbolAddress(&address, counter));
    CUDA(cudaGetSymbolSize(&bytes, factors));
    CHECK(address != nullptr && bytes == sizeof(factors));
    std::puts("symbols passed");
}
