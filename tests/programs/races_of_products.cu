// Pipelines whose stages are read by products of matrices in shared memory (wgmma), with a race each by one missing fence, wait or
// barrier. `races_of_products NUMBER` runs one of them, 0 both repaired.
#include "check.h"

#include <cuda/ptx>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace ptx = cuda::ptx;
using Phase = uint64_t; // an mbarrier object

constexpr int kThreads = 128; // a warpgroup
constexpr int kStages = 2;
constexpr int kTiles = 4;
constexpr int kLeft = 64 * 16; // numbers of a tile
constexpr int kRight = 16 * 8;

struct Stage {
    __half left[kLeft];
    __half right[kRight];
};

// Of a matrix without swizzle: groups of 8 rows of 16 bytes follow each other, two for 16 columns.
__device__ uint64_t described(const __half* matrix)
{
    constexpr uint64_t kGroup = 128; // bytes
    return (__cvta_generic_to_shared(matrix) >> 4) | kGroup / 16 << 16 | 2 * kGroup / 16 << 32;
}

__device__ void multiply(float (&sum)[4], const Stage& stage)
{
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    asm volatile("{.reg .pred p; setp.ne.b32 p, 1, 0; wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5,"
                 " p, 1, 1, 0, 0;}"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "l"(described(stage.left)), "l"(described(stage.right)));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

template <int kPending> __device__ void wait_for_products()
{
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(kPending) : "memory");
}

// Threads write the stages. Missing: 1 the fence after the writes, 2 the wait for the product before the last one, 3 the barrier
// after this wait, which precedes it.
template <int kMissing> __global__ void written(float* out)
{
    __shared__ alignas(128) Stage stages[kStages];
    float sum[4] = {};
    for (int tile = 0; tile < kTiles; ++tile) {
        Stage& stage = stages[tile % kStages];
        for (int i = threadIdx.x; i < kLeft; i += kThreads)
            stage.left[i] = __float2half(tile + 1.0F);
        stage.right[threadIdx.x] = __float2half(1.0F);
        if (kMissing != 1)
            ptx::fence_proxy_async(ptx::space_shared);
        __syncthreads();
        multiply(sum, stage);
        if (kMissing == 3)
            __syncthreads();
        wait_for_products<kMissing == 2 ? 2 : 1>();
        if (kMissing != 3)
            __syncthreads();
    }
    wait_for_products<0>();
    out[threadIdx.x] = sum[0];
}

// Bulk copies fill the stages. Missing: 1 the wait for the phase, 2 the wait for the product that reads the stage, 3 the barrier
// after this wait, which precedes it.
template <int kMissing> __global__ void copied(float* out, const Stage* in)
{
    __shared__ alignas(128) Stage stages[kStages];
    __shared__ alignas(8) Phase full[kStages];
    const auto load = [&](int tile) {
        constexpr unsigned kBytes = sizeof(Stage);
        Phase* const barrier = &full[tile % kStages];
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, barrier, unsigned { kBytes });
        ptx::cp_async_bulk(
            ptx::space_cluster, ptx::space_global, &stages[tile % kStages], &in[tile], unsigned { kBytes }, barrier);
    };
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&full[0], 1);
        ptx::mbarrier_init(&full[1], 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        load(0);
    float sum[4] = {};
    for (int tile = 0; tile < kTiles; ++tile) {
        if (kMissing != 1)
            while (!ptx::mbarrier_try_wait_parity(&full[tile % kStages], tile / kStages % 2)) { }
        multiply(sum, stages[tile % kStages]);
        if (kMissing == 3)
            __syncthreads();
        wait_for_products<kMissing == 2 ? 2 : 1>();
        if (kMissing != 3)
            __syncthreads();
        if (threadIdx.x == 0 && tile + 1 < kTiles)
            load(tile + 1);
    }
    wait_for_products<0>();
    out[threadIdx.x] = sum[0];
}

// Each element of the sum has 16 products for each tile.
void expect_sums(const float* out)
{
    float sums[kThreads];
    CUDA(cudaMemcpy(sums, out, sizeof(sums), cudaMemcpyDeviceToHost));
    for (const float sum : sums)
        CHECK(sum == 16.0F * kTiles * (kTiles + 1) / 2);
}

int main(int count, char** arguments)
{
    const int number = count > 1 ? std::atoi(arguments[1]) : 0;
    static Stage tiles[kTiles];
    for (int tile = 0; tile < kTiles; ++tile) {
        for (__half& value : tiles[tile].left)
            value = __float2half(tile + 1.0F);
        for (__half& value : tiles[tile].right)
            value = __float2half(1.0F);
    }
    Stage* in;
    float* out;
    CUDA(cudaMalloc(&in, sizeof(tiles)));
    CUDA(cudaMemcpy(in, tiles, sizeof(tiles), cudaMemcpyHostToDevice));
    CUDA(cudaMalloc(&out, kThreads * sizeof(float)));
    switch (number) {
    case 0:
        written<0><<<1, kThreads>>>(out);
        expect_sums(out);
        copied<0><<<1, kThreads>>>(out, in);
        expect_sums(out);
        break;
    case 1:
        written<1><<<1, kThreads>>>(out);
        break;
    case 2:
        written<2><<<1, kThreads>>>(out);
        break;
    case 3:
        written<3><<<1, kThreads>>>(out);
        break;
    case 4:
        copied<1><<<1, kThreads>>>(out, in);
        break;
    case 5:
        copied<2><<<1, kThreads>>>(out, in);
        break;
    case 6:
        copied<3><<<1, kThreads>>>(out, in);
        break;
    }
    CUDA(cudaGetLastError());
    CUDA(cudaDeviceSynchronize());
    std::puts("races_of_products ended");
}
