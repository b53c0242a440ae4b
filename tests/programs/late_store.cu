// Each thread calculates for longer than the SM model records, and then stores one number. The numbers that it starts with are
// constants.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kBlocks = 64, kThreads = 1024, kConstants = 2048;

__constant__ float starts[kConstants];

__global__ void late_store(float* results, int steps)
{
    float value = starts[blockIdx.x * (kConstants / kBlocks) + threadIdx.x / 32];
#pragma unroll 1
    for (int step = 0; step < steps; ++step)
        value = value * 0.5f + 1.0f;
    results[blockIdx.x * kThreads + threadIdx.x] = value;
}

int main()
{
    static float numbers[kConstants];
    for (int i = 0; i < kConstants; ++i)
        numbers[i] = static_cast<float>(i);
    float* results = nullptr;
    cudaMemcpyToSymbol(starts, numbers, sizeof(numbers));
    cudaMalloc(&results, kBlocks * kThreads * sizeof(float));
    for (int launch = 0; launch < 2; ++launch)
        late_store<<<kBlocks, kThreads>>>(results, 1000);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", cudaGetErrorString(error));
    return error == cudaSuccess ? 0 : 1;
}
