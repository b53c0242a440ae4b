// Blocks that differ: the first ones load consecutive words, the last ones every eighth word, and each third block does nothing.
// Every launch of the same shape does so.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kBlocks = 1000;
constexpr int kWords = 64 * 8; // of each block

__global__ void copy_words(const float* from, float* to)
{
    if (blockIdx.x % 3 == 2)
        return;
    const int step = blockIdx.x < kBlocks / 2 ? 1 : 8;
    to[blockIdx.x * 64 + threadIdx.x] = from[blockIdx.x * kWords + threadIdx.x * step];
}

int main()
{
    float* from = nullptr;
    float* to = nullptr;
    if (cudaMalloc(&from, kBlocks * kWords * sizeof(float)) != cudaSuccess || cudaMalloc(&to, kBlocks * 64 * sizeof(float)) != cudaSuccess)
        return 1;
    cudaMemset(from, 0, kBlocks * kWords * sizeof(float));
    for (int i = 0; i < 6; ++i)
        copy_words<<<kBlocks, 64>>>(from, to);
    std::puts(cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
