// Stream compaction with warp-aggregated atomics, as in the NVIDIA blog article "CUDA Pro Tip: Optimized Filtering with Warp-Aggregated
// Atomics" (Adinetz 2014): with cooperative groups, and by hand with a ballot.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ int atomicAggInc(int* ctr)
{
    auto g = cg::coalesced_threads();
    int warp_res;
    if (g.thread_rank() == 0)
        warp_res = atomicAdd(ctr, g.size());
    return g.shfl(warp_res, 0) + g.thread_rank();
}

__global__ void filter_k(int* dst, int* nres, const int* src, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    if (src[i] > 0)
        dst[atomicAggInc(nres)] = src[i];
}

__global__ void filter_by_ballot(int* dst, int* nres, const int* src, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int value = i < n ? src[i] : 0;
    unsigned int keepers = __ballot_sync(0xffffffff, value > 0);
    int lane = threadIdx.x & 31;
    int base = 0;
    if (lane == 0)
        base = atomicAdd(nres, __popc(keepers));
    base = __shfl_sync(0xffffffff, base, 0);
    if (value > 0)
        dst[base + __popc(keepers & ((1u << lane) - 1))] = value;
}
