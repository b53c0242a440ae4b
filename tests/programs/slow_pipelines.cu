// Pipelines with planted mistakes that cost time and nothing else. `slow_pipelines NUMBER` launches one; 0 and 1 have none.
#include "pipelines/pipelines.h"

#include <cuda/ptx>
#include <cuda_pipeline.h>

#include <cstdlib>

namespace ptx = cuda::ptx;
using Phase = uint64_t; // an mbarrier object

constexpr int kManyBlocks = 132; // one for each multiprocessor of an H200
constexpr int kLoops = 64; // tiles of a block

__device__ float work(float4 value, float sum, int rounds = 16)
{
#pragma unroll 4
    for (int i = 0; i < rounds; ++i)
        sum = sum * 0.999f + value.x * value.y + value.z * value.w;
    return sum;
}

// Of 16 bytes for each thread and stage.
template <int kStages> struct Ring {
    float4 stage[kStages][kThreads];

    __device__ void copy(const float4* first, int tile)
    {
        if (tile < kLoops)
            __pipeline_memcpy_async(&stage[tile % kStages][threadIdx.x], &first[tile * kThreads + threadIdx.x], 16);
    }
};

__device__ const float4* first_of_block(const float* in)
{
    return reinterpret_cast<const float4*>(in) + blockIdx.x * kLoops * kThreads;
}

// Four stages, and no mistake.
__global__ void good(float* out, const float* in)
{
    __shared__ Ring<4> ring;
    const float4* const first = first_of_block(in);
    for (int tile = 0; tile < 3; ++tile) {
        ring.copy(first, tile);
        __pipeline_commit();
    }
    float sum = 0;
    for (int tile = 0; tile < kLoops; ++tile) {
        __pipeline_wait_prior(2);
        __syncthreads();
        ring.copy(first, tile + 3);
        __pipeline_commit();
        sum = work(ring.stage[tile % 4][(threadIdx.x + 1) % kThreads], sum);
    }
    out[blockIdx.x * kThreads + threadIdx.x] = sum;
}

__global__ void one_stage(float* out, const float* in)
{
    __shared__ Ring<1> ring;
    const float4* const first = first_of_block(in);
    float sum = 0;
    for (int tile = 0; tile < kLoops; ++tile) {
        ring.copy(first, tile);
        __pipeline_commit();
        __pipeline_wait_prior(0); // MISTAKE 2: nothing is copied while the block computes
        __syncthreads();
        sum = work(ring.stage[0][(threadIdx.x + 1) % kThreads], sum);
        __syncthreads();
    }
    out[blockIdx.x * kThreads + threadIdx.x] = sum;
}

__global__ void waits_for_all(float* out, const float* in)
{
    __shared__ Ring<4> ring;
    const float4* const first = first_of_block(in);
    for (int tile = 0; tile < 3; ++tile) {
        ring.copy(first, tile);
        __pipeline_commit();
    }
    float sum = 0;
    for (int tile = 0; tile < kLoops; ++tile) {
        __pipeline_wait_prior(0); // MISTAKE 3: also for the groups of later tiles
        __syncthreads();
        ring.copy(first, tile + 3);
        __pipeline_commit();
        sum = work(ring.stage[tile % 4][(threadIdx.x + 1) % kThreads], sum);
    }
    out[blockIdx.x * kThreads + threadIdx.x] = sum;
}

__global__ void small_copies(float* out, const float* in)
{
    __shared__ Ring<4> ring;
    const float4* const first = first_of_block(in);
    const auto copy = [&](int tile) {
        float* const to = reinterpret_cast<float*>(ring.stage[tile % 4]);
        const float* const from = reinterpret_cast<const float*>(&first[tile * kThreads]);
        for (int i = threadIdx.x; tile < kLoops && i < 4 * kThreads; i += kThreads)
            __pipeline_memcpy_async(&to[i], &from[i], 4); // MISTAKE 4: four copies where one of 16 bytes would do
    };
    for (int tile = 0; tile < 3; ++tile) {
        copy(tile);
        __pipeline_commit();
    }
    float sum = 0;
    for (int tile = 0; tile < kLoops; ++tile) {
        __pipeline_wait_prior(2);
        __syncthreads();
        copy(tile + 3);
        __pipeline_commit();
        sum = work(ring.stage[tile % 4][(threadIdx.x + 1) % kThreads], sum, 4);
    }
    out[blockIdx.x * kThreads + threadIdx.x] = sum;
}

// A column of a matrix in the stage is read.
__global__ void conflicts(float* out, const float* in)
{
    __shared__ Ring<4> ring;
    const float4* const first = first_of_block(in);
    for (int tile = 0; tile < 3; ++tile) {
        ring.copy(first, tile);
        __pipeline_commit();
    }
    float sum = 0;
    for (int tile = 0; tile < kLoops; ++tile) {
        __pipeline_wait_prior(2);
        __syncthreads();
        ring.copy(first, tile + 3);
        __pipeline_commit();
        const float* const stage = reinterpret_cast<const float*>(ring.stage[tile % 4]);
        for (int i = 0; i < 4; ++i)
            sum += stage[threadIdx.x % 16 * 32 + threadIdx.x / 16 * 4 + i]; // MISTAKE 5: 16 lanes read from one bank
    }
    out[blockIdx.x * kThreads + threadIdx.x] = sum;
}

// Tiles of four rows.
__global__ void groups_of_rows(float* out, const float* in)
{
    constexpr int kRows = 4;
    constexpr int kTilesOfBlock = kLoops / kRows;
    __shared__ float4 stage[3][kRows][kThreads];
    const float4* const first = first_of_block(in);
    const auto copy = [&](int tile) {
        for (int row = 0; row < kRows; ++row) {
            if (tile < kTilesOfBlock)
                __pipeline_memcpy_async(
                    &stage[tile % 3][row][threadIdx.x], &first[(tile * kRows + row) * kThreads + threadIdx.x], 16);
            __pipeline_commit(); // four groups for each tile
        }
    };
    for (int tile = 0; tile < 2; ++tile)
        copy(tile);
    float sum = 0;
    for (int tile = 0; tile < kTilesOfBlock; ++tile) {
        __pipeline_wait_prior(1); // MISTAKE 6: one tile is four groups
        __syncthreads();
        copy(tile + 2);
        for (int row = 0; row < kRows; ++row)
            sum = work(stage[tile % 3][row][(threadIdx.x + 1) % kThreads], sum, 4);
    }
    out[blockIdx.x * kThreads + threadIdx.x] = sum;
}

// Several sums in sequence: the ring runs empty at the end of each.
__global__ void refilled(float* out, const float* in)
{
    constexpr int kTilesOfSum = 4;
    __shared__ Ring<4> ring;
    const float4* const first = first_of_block(in);
    for (int begin = 0; begin < kLoops; begin += kTilesOfSum) {
        for (int tile = 0; tile < 3; ++tile) {
            ring.copy(first, begin + tile);
            __pipeline_commit();
        }
        float sum = 0;
        for (int tile = 0; tile < kTilesOfSum; ++tile) {
            __pipeline_wait_prior(2); // MISTAKE 7: at the end of a sum nothing of the next one is under way
            __syncthreads();
            if (tile + 3 < kTilesOfSum)
                ring.copy(first, begin + tile + 3);
            __pipeline_commit();
            sum = work(ring.stage[(begin + tile) % 4][(threadIdx.x + 1) % kThreads], sum);
        }
        out[(blockIdx.x * kLoops + begin) / kTilesOfSum * kThreads + threadIdx.x] = sum;
        __syncthreads();
    }
}

__global__ void fences(float* out, const float* in)
{
    __shared__ Ring<4> ring;
    const float4* const first = first_of_block(in);
    for (int tile = 0; tile < 3; ++tile) {
        ring.copy(first, tile);
        __pipeline_commit();
    }
    float sum = 0;
    for (int tile = 0; tile < kLoops; ++tile) {
        __pipeline_wait_prior(2);
        __syncthreads();
        ring.copy(first, tile + 3);
        __pipeline_commit();
        sum = work(ring.stage[tile % 4][(threadIdx.x + 1) % kThreads], sum);
        out[blockIdx.x * kThreads + threadIdx.x] = sum;
        __threadfence(); // MISTAKE 8: no thread reads the partial sums
    }
}

__global__ void late_copy(float* out, const float* in)
{
    __shared__ Ring<2> ring;
    const float4* const first = first_of_block(in);
    ring.copy(first, 0);
    __pipeline_commit();
    float sum = 0;
    for (int tile = 0; tile < kLoops; ++tile) {
        __pipeline_wait_prior(0);
        __syncthreads();
        sum = work(ring.stage[tile % 2][(threadIdx.x + 1) % kThreads], sum, 64);
        if (tile + 1 < kLoops)
            __pipeline_memcpy_async(&ring.stage[(tile + 1) % 2][threadIdx.x], &first[(tile + 1) * kThreads + threadIdx.x],
                16); // MISTAKE 9: after the computation that it could run beside
        __pipeline_commit();
    }
    out[blockIdx.x * kThreads + threadIdx.x] = sum;
}

// The last warp copies tiles of kBytes, in pieces, the others sum. The mistakes are those of the numbers.
template <int kStages, int kBytes, int kMistake> __global__ void roles(float* out, const float* in)
{
    constexpr int kRows = kBytes / 16 / kThreads;
    constexpr int kTilesOfBlock = kLoops / (kRows == 0 ? 1 : kRows);
    constexpr unsigned kPiece = kMistake == 12 ? 128 : kBytes;
    __shared__ alignas(128) float4 stage[kStages][kRows * kThreads];
    __shared__ alignas(8) Phase full[kStages], empty[kStages];
    const int warp = threadIdx.x / 32;
    if (threadIdx.x == 0) {
        for (int i = 0; i < kStages; ++i) {
            ptx::mbarrier_init(&full[i], 1);
            ptx::mbarrier_init(&empty[i], kThreads / 32);
        }
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    if (warp == kThreads / 32) {
        const char* const first = reinterpret_cast<const char*>(first_of_block(in));
        for (int tile = 0; tile < kTilesOfBlock && threadIdx.x % 32 == 0; ++tile) {
            const int i = tile % kStages;
            while (!ptx::mbarrier_try_wait_parity(&empty[i], tile / kStages % 2 ^ 1)) { }
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[i], unsigned { kBytes });
            for (unsigned piece = 0; piece < kBytes; piece += kPiece)
                ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, reinterpret_cast<char*>(stage[i]) + piece,
                    first + tile * kBytes + piece, kPiece, &full[i]); // MISTAKE 12: pieces of 128 bytes
        }
        return;
    }
    float sum = 0;
    for (int tile = 0; tile < kTilesOfBlock; ++tile) {
        const int i = tile % kStages;
        while (!ptx::mbarrier_try_wait_parity(&full[i], tile / kStages % 2)) { } // MISTAKE 10: one stage of 2 KiB
        float4 values[kRows];
        for (int row = 0; row < kRows; ++row)
            values[row] = stage[i][row * kThreads + threadIdx.x];
        if (kMistake != 11) {
            __syncwarp();
            if (threadIdx.x % 32 == 0)
                ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &empty[i]);
        }
        const int rounds = kMistake == 13 && (tile + warp) % 4 == 0 ? 64 : 16;
        for (int row = 0; row < kRows; ++row)
            sum = work(values[row], sum, rounds);
        if (kMistake == 13)
            asm volatile("bar.sync 1, 128;" ::: "memory"); // MISTAKE 13: no warp needs the other ones here
        if (kMistake == 11) {
            __syncwarp();
            if (threadIdx.x % 32 == 0)
                ptx::mbarrier_arrive(
                    ptx::sem_release, ptx::scope_cta, ptx::space_shared, &empty[i]); // MISTAKE 11: after a long computation
        }
    }
    out[blockIdx.x * kThreads + threadIdx.x] = sum;
}

int main(int count, char** arguments)
{
    using Kernel = void (*)(float*, const float*);
    struct Case {
        Kernel kernel;
        int threads = kThreads;
        int blocks = kManyBlocks;
    };
    constexpr int kRow = 16 * kThreads; // bytes
    constexpr int kWithProducer = kThreads + 32;
    const Case cases[] = {
        { good },
        { roles<4, 4 * kRow, 0>, kWithProducer },
        { one_stage },
        { waits_for_all },
        { small_copies },
        { conflicts },
        { groups_of_rows },
        { refilled },
        { fences },
        { late_copy },
        { roles<1, kRow, 10>, kWithProducer },
        { roles<2, kRow, 11>, kWithProducer },
        { roles<4, 4 * kRow, 12>, kWithProducer },
        { roles<4, kRow, 13>, kWithProducer },
        { good, kThreads, 16 }, // MISTAKE 14: most multiprocessors have no block
    };
    const int number = count > 1 ? std::atoi(arguments[1]) : 0;
    CHECK(number >= 0 && number < static_cast<int>(std::size(cases)));
    const Case& one = cases[number];
    const Values<float> in(kManyBlocks * kLoops * kThreads * 4, input_at);
    const Values<float> out(kManyBlocks * kThreads * kLoops);
    one.kernel<<<one.blocks, one.threads>>>(out, in);
    CUDA(cudaDeviceSynchronize());
}
