// Eight blocks wait for each other at a latch, in a loop that polls a clock as well.
#include "check.h"

#include <cuda/latch>

#include <new>

using Latch = cuda::latch<cuda::thread_scope_device>;

__global__ void create(Latch* latch, int blocks) { new (latch) Latch(blocks); }

__global__ void meet(Latch* latch, int* values, int* sums)
{
    if (threadIdx.x == 0) {
        values[blockIdx.x] = blockIdx.x + 1;
        latch->arrive_and_wait();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 0; i < gridDim.x; ++i)
            sums[blockIdx.x] += values[i];
    }
}

int main()
{
    constexpr int kBlocks = 8;
    Latch* latch;
    int *values, *sums;
    CUDA(cudaMalloc(&latch, sizeof(Latch)));
    CUDA(cudaMallocManaged(&values, kBlocks * sizeof(int)));
    CUDA(cudaMallocManaged(&sums, kBlocks * sizeof(int)));
    CUDA(cudaMemset(sums, 0, kBlocks * sizeof(int)));
    create<<<1, 1>>>(latch, kBlocks);
    meet<<<kBlocks, 64>>>(latch, values, sums);
    CUDA(cudaDeviceSynchronize());
    for (int i = 0; i < kBlocks; ++i)
        CHECK(sums[i] == 36);
    std::puts("latch passed");
}
