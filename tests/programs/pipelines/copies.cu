// Pipelines of cp.async: groups of copies, cuda::pipeline, and a barrier whose arrival and wait are apart.
#include "pipelines.h"

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;

// A ring of stages: copies for later tiles are under way while the block sums the current one.
template <int kStages> __global__ void ring(float* out, const float* in)
{
    __shared__ float stage[kStages][kTile];
    const int t = threadIdx.x;
    const float* const first = in + blockIdx.x * kTiles * kTile;
    for (int tile = 0; tile < kStages - 1; ++tile) {
        __pipeline_memcpy_async(&stage[tile][t], &first[tile * kTile + t], sizeof(float));
        __pipeline_commit();
    }
    float sum = 0;
    for (int tile = 0; tile < kTiles; ++tile) {
        const int next = tile + kStages - 1;
        if (next < kTiles)
            __pipeline_memcpy_async(&stage[next % kStages][t], &first[next * kTile + t], sizeof(float));
        __pipeline_commit();
        __pipeline_wait_prior(kStages - 1);
        __syncthreads();
        sum += stage[tile % kStages][(t + 1) % kTile];
        __syncthreads();
    }
    out[blockIdx.x * kTile + t] = sum;
}

void double_buffer()
{
    check_sums([](float* out, const float* in) { ring<2><<<kBlocks, kThreads>>>(out, in); });
}

void four_stages()
{
    check_sums([](float* out, const float* in) { ring<4><<<kBlocks, kThreads>>>(out, in); });
}

// All threads are producers and consumers of cuda::pipeline.
__global__ void unified(float* out, const float* in)
{
    constexpr int kStages = 3;
    __shared__ float stage[kStages][kTile];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
    const cg::thread_block block = cg::this_thread_block();
    cuda::pipeline<cuda::thread_scope_block> pipeline = cuda::make_pipeline(block, &state);
    const float* const first = in + blockIdx.x * kTiles * kTile;
    float sum = 0;
    int next = 0;
    for (int tile = 0; tile < kTiles; ++tile) {
        for (; next < kTiles && next < tile + kStages; ++next) {
            pipeline.producer_acquire();
            cuda::memcpy_async(block, stage[next % kStages], first + next * kTile, sizeof(float) * kTile, pipeline);
            pipeline.producer_commit();
        }
        pipeline.consumer_wait();
        sum += stage[tile % kStages][(threadIdx.x + 1) % kTile];
        pipeline.consumer_release();
    }
    out[blockIdx.x * kTile + threadIdx.x] = sum;
}

void unified_pipeline()
{
    check_sums([](float* out, const float* in) { unified<<<kBlocks, kThreads>>>(out, in); });
}

// The first warp copies, the others sum.
__global__ void partitioned(float* out, const float* in)
{
    constexpr int kStages = 2;
    __shared__ float stage[kStages][kTile];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
    const cg::thread_block block = cg::this_thread_block();
    const bool produces = threadIdx.x < 32;
    const auto role = produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
    cuda::pipeline<cuda::thread_scope_block> pipeline = cuda::make_pipeline(block, &state, role);
    const float* const first = in + blockIdx.x * kTiles * kTile;
    const int t = static_cast<int>(threadIdx.x) - 32;
    float sum = 0;
    for (int tile = 0; tile < kTiles; ++tile) {
        if (produces) {
            pipeline.producer_acquire();
            for (int i = threadIdx.x; i < kTile; i += 32)
                cuda::memcpy_async(&stage[tile % kStages][i], &first[tile * kTile + i], sizeof(float), pipeline);
            pipeline.producer_commit();
        } else {
            pipeline.consumer_wait();
            sum += stage[tile % kStages][(t + 1) % kTile];
            pipeline.consumer_release();
        }
    }
    if (!produces)
        out[blockIdx.x * kTile + t] = sum;
}

void partitioned_pipeline()
{
    check_sums([](float* out, const float* in) { partitioned<<<kBlocks, kThreads + 32>>>(out, in); });
}

// Between arrival and wait each thread loads its next element.
__global__ void split(float* out, const float* in)
{
    using Barrier = cuda::barrier<cuda::thread_scope_block>;
    __shared__ float tile[2][kTile];
    __shared__ Barrier barrier;
    if (threadIdx.x == 0)
        init(&barrier, blockDim.x);
    __syncthreads();
    const float* const first = in + blockIdx.x * kTiles * kTile;
    float next = first[threadIdx.x];
    float sum = 0;
    for (int i = 0; i < kTiles; ++i) {
        tile[i % 2][threadIdx.x] = next;
        Barrier::arrival_token token = barrier.arrive();
        if (i + 1 < kTiles)
            next = first[(i + 1) * kTile + threadIdx.x];
        barrier.wait(std::move(token));
        sum += tile[i % 2][(threadIdx.x + 1) % kTile];
    }
    out[blockIdx.x * kTile + threadIdx.x] = sum;
}

void split_arrive_and_wait()
{
    check_sums([](float* out, const float* in) { split<<<kBlocks, kThreads>>>(out, in); });
}
