// Clusters of blocks, after the CUDA C++ Programming Guide, "Thread Block Clusters" and "Distributed Shared Memory": a histogram whose
// bins lie in the shared memory of four blocks, blocks that hand values to the next one, and a barrier in another block's memory.

#include <cooperative_groups.h>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

constexpr int kBins = 64; // of each block

__device__ void count(int* bins, const int* in, int n)
{
    extern __shared__ int own[];
    cg::cluster_group cluster = cg::this_cluster();
    for (int i = threadIdx.x; i < kBins; i += blockDim.x)
        own[i] = 0;
    cluster.sync(); // all bins are zero, and all blocks have begun
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const int bin = in[i] % (kBins * cluster.num_blocks());
        int* bins_there = cluster.map_shared_rank(own, bin / kBins);
        atomicAdd(bins_there + bin % kBins, 1);
    }
    cluster.sync(); // no block leaves while others count in its memory
    for (int i = threadIdx.x; i < kBins; i += blockDim.x)
        atomicAdd(&bins[cluster.block_rank() * kBins + i], own[i]);
}

__global__ void __cluster_dims__(4, 1, 1) histogram_of_clusters(int* bins, const int* in, int n)
{
    count(bins, in, n);
}

// The same without clusters: each block is one.
__global__ void histogram_of_blocks(int* bins, const int* in, int n)
{
    count(bins, in, n);
}

// Each block gives its values to the next one of its cluster and learns by a barrier of its own that it has got some.
__global__ void __cluster_dims__(4, 1, 1) pass_on(int* out)
{
    __shared__ alignas(8) uint64_t bar;
    __shared__ int got[32];
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&bar, 32);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    cluster.sync();
    const unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
    cluster.map_shared_rank(got, next)[threadIdx.x] = 100 * blockIdx.x + threadIdx.x;
    uint64_t* bar_there = cluster.map_shared_rank(&bar, next);
    ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, bar_there);
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &bar, 0)) { }
    out[blockIdx.x * 32 + threadIdx.x] = got[threadIdx.x];
    cluster.sync();
}

// Each thread stores into the next block and adds to its counter; the barrier of that block counts the bytes.
__global__ void __cluster_dims__(2, 1, 1) store_and_add(int* out)
{
    __shared__ alignas(8) uint64_t bar;
    __shared__ alignas(16) int got[4 * 32];
    __shared__ unsigned sum;
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0) {
        sum = 0;
        ptx::mbarrier_init(&bar, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster, ptx::space_shared, &bar, sizeof(got) + 32 * sizeof(sum));
    }
    cluster.sync();
    const unsigned other = cluster.block_rank() ^ 1;
    const int first = 1000 * cluster.block_rank() + 4 * threadIdx.x;
    const int values[4] = { first, first + 1, first + 2, first + 3 };
    uint64_t* bar_there = cluster.map_shared_rank(&bar, other);
    ptx::st_async(cluster.map_shared_rank(got, other) + 4 * threadIdx.x, values, bar_there);
    ptx::red_async(ptx::op_add, cluster.map_shared_rank(&sum, other), threadIdx.x, bar_there);
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &bar, 0)) { }
    for (int i = 0; i < 4; ++i)
        out[blockIdx.x * 128 + i * 32 + threadIdx.x] = got[i * 32 + threadIdx.x] + 10000 * sum;
    cluster.sync();
}
