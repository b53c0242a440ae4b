// Ten pipelines that hang, each by one mistake. `hangs NUMBER` runs one of them.
#include "check.h"

#include <cooperative_groups.h>
#include <cuda/ptx>
#include <cuda_runtime.h>

namespace ptx = cuda::ptx;
namespace cg = cooperative_groups;
using Phase = uint64_t; // an mbarrier object

constexpr int kTile = 128;
constexpr unsigned kBytes = kTile * sizeof(float);

__device__ void wait(Phase* barrier, unsigned parity)
{
    while (!ptx::mbarrier_try_wait_parity(barrier, parity)) { }
}

__device__ void arrive(Phase* barrier)
{
    ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, barrier);
}

__device__ void expect(Phase* barrier, unsigned bytes)
{
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, barrier, bytes);
}

__device__ void copy(float* tile, const float* from, Phase* barrier)
{
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, from, unsigned { kBytes }, barrier);
}

__device__ void initialize(Phase* barriers, int count, unsigned arrivals)
{
    for (int i = 0; i < count; ++i)
        ptx::mbarrier_init(&barriers[i], arrivals);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
}

// A ring of two stages: warp 4 copies, warps 0 to 3 sum. The template arguments are what the mistakes change.
template <unsigned kFirstEmpty, unsigned kReleases, unsigned kExpected, bool kEarlyEnd> __global__ void ring(float* out, const float* in)
{
    __shared__ alignas(128) float stage[2][kTile];
    __shared__ alignas(8) Phase full[2], empty[2];
    if (threadIdx.x == 0) {
        initialize(full, 2, 1);
        initialize(empty, 2, kReleases);
    }
    __syncthreads();
    constexpr int kTiles = 6;
    if (threadIdx.x >= kTile) {
        for (int tile = 0; tile < kTiles && threadIdx.x == kTile; ++tile) {
            wait(&empty[tile % 2], tile / 2 % 2 ^ kFirstEmpty);
            expect(&full[tile % 2], kExpected);
            copy(stage[tile % 2], in + tile * kTile, &full[tile % 2]);
        }
        return;
    }
    float sum = 0;
    for (int tile = 0; tile < kTiles; ++tile) {
        wait(&full[tile % 2], tile / 2 % 2);
        sum += stage[tile % 2][threadIdx.x];
        if (kEarlyEnd && threadIdx.x / 32 == 2 && tile == 1)
            return;
        __syncwarp();
        if (threadIdx.x % 32 == 0)
            arrive(&empty[tile % 2]);
    }
    out[threadIdx.x] = sum;
}

// One copy; the loop over its single iteration counts parities from 1.
__global__ void parity_of_one_iteration(float* out, const float* in)
{
    __shared__ alignas(128) float tile[kTile];
    __shared__ alignas(8) Phase full;
    if (threadIdx.x == 0)
        initialize(&full, 1, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        expect(&full, kBytes);
        copy(tile, in, &full);
    }
    __syncthreads();
    __nanosleep(10000); // until the copy is complete: before, the wait would pass at once
    for (unsigned i = 1; i < 2; ++i)
        wait(&full, i % 2);
    out[threadIdx.x] = tile[threadIdx.x];
}

// The thread arrives without announcing the bytes of its copy.
__global__ void no_expect(float* out, const float* in)
{
    __shared__ alignas(128) float tile[2][kTile];
    __shared__ alignas(8) Phase full;
    if (threadIdx.x == 0)
        initialize(&full, 1, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        copy(tile[0], in, &full);
        __nanosleep(10000); // the bytes come before the arrival
        arrive(&full);
    }
    wait(&full, 0);
    out[threadIdx.x] = tile[0][threadIdx.x];
}

// The announcement comes after an arrival that has already completed the phase.
__global__ void expect_after_copy(float* out, const float* in)
{
    __shared__ alignas(128) float tile[kTile];
    __shared__ alignas(8) Phase full;
    if (threadIdx.x == 0)
        initialize(&full, 1, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        arrive(&full);
        copy(tile, in, &full);
    }
    wait(&full, 0);
    __syncthreads();
    __nanosleep(10000); // the bytes come in the next phase
    if (threadIdx.x == 0)
        arrive(&full);
    wait(&full, 1);
    out[threadIdx.x] = tile[threadIdx.x];
}

// A role calls __syncthreads(), the other one waits for it.
__global__ void barrier_in_role(float* out)
{
    __shared__ alignas(8) Phase ready;
    __shared__ float value[32];
    if (threadIdx.x == 0)
        initialize(&ready, 1, 32);
    __syncthreads();
    if (threadIdx.x < 32) {
        value[threadIdx.x] = threadIdx.x;
        __syncthreads();
        arrive(&ready);
    } else {
        wait(&ready, 0);
        out[threadIdx.x] = value[threadIdx.x % 32];
    }
}

// The consumers' named barrier counts the producer, too.
__global__ void named_barrier(float* out)
{
    __shared__ float value[64];
    if (threadIdx.x >= 64)
        return;
    value[threadIdx.x] = threadIdx.x;
    asm volatile("bar.sync 1, 96;" ::: "memory");
    out[threadIdx.x] = value[threadIdx.x ^ 32];
}

// Block 1 of the cluster waits for an arrival of block 0, which takes the other path and exits.
__global__ void __cluster_dims__(2, 1, 1) exited_block(float* out, int arrives)
{
    __shared__ alignas(8) Phase ready;
    const cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0)
        initialize(&ready, 1, 1);
    cluster.sync();
    if (cluster.block_rank() == 0) {
        if (threadIdx.x == 0 && arrives != 0)
            ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, cluster.map_shared_rank(&ready, 1));
        return;
    }
    wait(&ready, 0);
    out[threadIdx.x] = 1;
}

// A barrier of the grid by a counter, in an ordinary launch of more blocks than the device holds.
__global__ void grid_barrier(unsigned* counter, float* out)
{
    if (threadIdx.x == 0) {
        atomicAdd(counter, 1);
        while (*static_cast<volatile unsigned*>(counter) < gridDim.x) { }
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

int main(int count, char** arguments)
{
    const int number = count > 1 ? std::atoi(arguments[1]) : 0;
    constexpr int kBlocks = 3000; // of 1024 threads
    float* in;
    float* out;
    unsigned* counter;
    CUDA(cudaMalloc(&in, 6 * kBytes));
    CUDA(cudaMemset(in, 0, 6 * kBytes));
    CUDA(cudaMalloc(&out, kBlocks * 1024 * sizeof(float)));
    CUDA(cudaMalloc(&counter, sizeof(unsigned)));
    CUDA(cudaMemset(counter, 0, sizeof(unsigned)));
    switch (number) {
    case 0: // right
        ring<1, 4, kBytes, false><<<1, kTile + 32>>>(out, in);
        break;
    case 1: // the first wait for an empty stage uses parity 0
        ring<0, 4, kBytes, false><<<1, kTile + 32>>>(out, in);
        break;
    case 2: // counts threads, one of each warp arrives
        ring<1, kTile, kBytes, false><<<1, kTile + 32>>>(out, in);
        break;
    case 3: // announces twice the bytes
        ring<1, 4, 2 * kBytes, false><<<1, kTile + 32>>>(out, in);
        break;
    case 4: // a warp leaves without releasing its stage
        ring<1, 4, kBytes, true><<<1, kTile + 32>>>(out, in);
        break;
    case 5:
        parity_of_one_iteration<<<1, kTile>>>(out, in);
        break;
    case 6:
        no_expect<<<1, kTile>>>(out, in);
        break;
    case 7:
        expect_after_copy<<<1, kTile>>>(out, in);
        break;
    case 8:
        barrier_in_role<<<1, 64>>>(out);
        break;
    case 9:
        named_barrier<<<1, 96>>>(out);
        break;
    case 10:
        exited_block<<<2, 32>>>(out, 0);
        break;
    case 11:
        grid_barrier<<<kBlocks, 1024>>>(counter, out);
        break;
    }
    CUDA(cudaGetLastError());
    CUDA(cudaDeviceSynchronize());
    std::puts("hangs ended");
}
