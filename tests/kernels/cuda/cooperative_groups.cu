// Sums with cooperative groups, as in the NVIDIA blog article "Cooperative Groups: Flexible CUDA Thread Programming" (Harris, Perelygin
// 2017): a function for any group, one for a tile of known size with shuffles, and cg::reduce.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__device__ int reduce_sum(cg::thread_group g, int* temp, int val)
{
    int lane = g.thread_rank();

    // Each iteration halves the number of active threads. Each thread adds its partial sum[i] to sum[lane+i].
    for (int i = g.size() / 2; i > 0; i /= 2) {
        temp[lane] = val;
        g.sync(); // wait for all threads to store
        if (lane < i)
            val += temp[lane + i];
        g.sync(); // wait for all threads to load
    }
    return val; // note: only thread 0 will return full sum
}

template <int tile_sz> __device__ int reduce_sum_tile_shfl(cg::thread_block_tile<tile_sz> g, int val)
{
    // Each iteration halves the number of active threads. Each thread adds its partial sum to that of the lane above.
    for (int i = g.size() / 2; i > 0; i /= 2)
        val += g.shfl_down(val, i);
    return val; // note: only thread 0 will return full sum
}

__device__ int thread_sum(const int* input, int n)
{
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += blockDim.x * gridDim.x) {
        int4 in = ((const int4*)input)[i];
        sum += in.x + in.y + in.z + in.w;
    }
    return sum;
}

__global__ void sum_kernel_block(int* sum, const int* input, int n)
{
    int my_sum = thread_sum(input, n);

    extern __shared__ int temp[];
    auto g = cg::this_thread_block();
    int block_sum = reduce_sum(g, temp, my_sum);

    if (g.thread_rank() == 0)
        atomicAdd(sum, block_sum);
}

template <int tile_sz> __global__ void sum_kernel_tile_shfl(int* sum, const int* input, int n)
{
    int my_sum = thread_sum(input, n);

    auto tile = cg::tiled_partition<tile_sz>(cg::this_thread_block());
    int tile_sum = reduce_sum_tile_shfl<tile_sz>(tile, my_sum);

    if (tile.thread_rank() == 0)
        atomicAdd(sum, tile_sum);
}

template __global__ void sum_kernel_tile_shfl<16>(int*, const int*, int);
template __global__ void sum_kernel_tile_shfl<32>(int*, const int*, int);

__global__ void sum_kernel_reduce(int* sum, const int* input, int n)
{
    int my_sum = thread_sum(input, n);

    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int tile_sum = cg::reduce(tile, my_sum, cg::plus<int>());

    if (tile.thread_rank() == 0)
        atomicAdd(sum, tile_sum);
}
