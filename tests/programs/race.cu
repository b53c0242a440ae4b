// A missing __syncthreads(): found only with --checks races.
#include "check.h"

__global__ void shift(int* out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = tile[63 - threadIdx.x]; // the element of another warp
}

int main()
{
    int* out;
    CUDA(cudaMalloc(&out, 64 * sizeof(int)));
    shift<<<1, 64>>>(out);
    std::puts(cudaDeviceSynchronize() == cudaSuccess ? "no error" : "error");
}
