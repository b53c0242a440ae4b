// A grid that synchronizes, sized with the occupancy functions.
#include "check.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void sum(const int* in, int* partial, int* total, int n)
{
    __shared__ int block_sum;
    if (threadIdx.x == 0)
        block_sum = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&block_sum, in[i]);
    __syncthreads();
    if (threadIdx.x == 0)
        partial[blockIdx.x] = block_sum;
    cg::this_grid().sync();
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *total = 0;
        for (int i = 0; i < gridDim.x; ++i)
            *total += partial[i];
    }
}

__global__ void __launch_bounds__(256) bounded(int* threads)
{
    *threads = blockDim.x;
}

// The occupancy functions propose only blocks that can be launched.
void check_launch_bounds()
{
    cudaFuncAttributes attributes;
    CUDA(cudaFuncGetAttributes(&attributes, bounded));
    CHECK(attributes.maxThreadsPerBlock == 256);
    int grid = 0, block = 0, per_processor = -1;
    CUDA(cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded));
    CHECK(grid > 0 && block == 256);
    int* threads;
    CUDA(cudaMallocManaged(&threads, sizeof(int)));
    bounded<<<1, block>>>(threads);
    CUDA(cudaDeviceSynchronize());
    CHECK(*threads == 256);
    CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, bounded, 512, 0));
    CHECK(per_processor == 0);
}

int main()
{
    check_launch_bounds();
    int n = 5000;
    int *in, *partial, *total;
    CUDA(cudaMallocManaged(&in, n * sizeof(int)));
    CUDA(cudaMallocManaged(&total, sizeof(int)));
    for (int i = 0; i < n; ++i)
        in[i] = i;
    int per_processor = 0;
    CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, sum, 128, 0));
    CHECK(per_processor > 0);
    CUDA(cudaMallocManaged(&partial, 8 * sizeof(int)));
    void* arguments[] = { &in, &partial, &total, &n };
    CUDA(cudaLaunchCooperativeKernel((void*)sum, 8, 128, arguments, 0, 0));
    CUDA(cudaDeviceSynchronize());
    CHECK(*total == n * (n - 1) / 2);
    CHECK(cudaLaunchCooperativeKernel((void*)sum, 1 << 20, 128, arguments, 0, 0) == cudaErrorCooperativeLaunchTooLarge);
    std::puts("cooperative passed");
}
