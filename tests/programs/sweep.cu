// Pipelines with 1 to 5 stages, and slow ones. `sweep` prints the median, least and greatest time of each kernel in microseconds;
// `sweep once` launches each kernel once, `sweep NAME` only this one.
#include "check.h"

#include <cuda/ptx>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace ptx = cuda::ptx;
using Phase = uint64_t;

constexpr int kThreads = 128;
constexpr int kBlocks = 132;

__device__ float work(float4 value, float sum)
{
#pragma unroll
    for (int i = 0; i < 16; ++i)
        sum = sum * 0.999f + value.x * value.y + value.z * value.w;
    return sum;
}

// cp.async of kBytes by each thread; `kWaitAll`: waits for all copies instead of the oldest.
template <int kStages, int kBytes, bool kWaitAll> __global__ void async_ring(float* out, const float4* in, int tiles)
{
    __shared__ float4 stage[kStages][kThreads];
    const int t = threadIdx.x;
    const float4* const first = in + static_cast<size_t>(blockIdx.x) * tiles * kThreads;
    const auto copy = [&](int tile) {
        if (tile < tiles) {
            const char* from = reinterpret_cast<const char*>(&first[tile * kThreads]);
            char* to = reinterpret_cast<char*>(stage[tile % kStages]);
            for (int i = 0; i < 16 / kBytes; ++i)
                __pipeline_memcpy_async(to + (i * kThreads + t) * kBytes, from + (i * kThreads + t) * kBytes, kBytes);
        }
        __pipeline_commit();
    };
    for (int tile = 0; tile < kStages - 1; ++tile)
        copy(tile);
    float sum = 0;
    for (int tile = 0; tile < tiles; ++tile) {
        copy(tile + kStages - 1);
        __pipeline_wait_prior(kWaitAll ? 0 : kStages - 1);
        __syncthreads();
        sum = work(stage[tile % kStages][(t + 1) % kThreads], sum);
        __syncthreads();
    }
    out[blockIdx.x * kThreads + t] = sum;
}

__device__ void wait(Phase* barrier, unsigned parity)
{
    while (!ptx::mbarrier_try_wait_parity(barrier, parity)) { }
}

// One thread of the last warp copies kRows rows of 2 KiB for each tile, in pieces of kPiece bytes.
template <int kStages, int kRows, int kPiece> __global__ void bulk_ring(float* out, const float4* in, int tiles)
{
    extern __shared__ __align__(128) float4 stage[];
    __shared__ alignas(8) Phase full[kStages], empty[kStages];
    constexpr unsigned kBytes = kRows * kThreads * sizeof(float4);
    if (threadIdx.x == 0) {
        for (int i = 0; i < kStages; ++i) {
            ptx::mbarrier_init(&full[i], 1);
            ptx::mbarrier_init(&empty[i], kThreads / 32);
        }
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    const float4* const first = in + static_cast<size_t>(blockIdx.x) * tiles * kRows * kThreads;
    if (threadIdx.x >= kThreads) {
        for (int tile = 0; tile < tiles && threadIdx.x == kThreads; ++tile) {
            const int i = tile % kStages;
            wait(&empty[i], tile / kStages % 2 ^ 1);
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[i], unsigned { kBytes });
            for (unsigned piece = 0; piece < kBytes; piece += kPiece)
                ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global,
                    reinterpret_cast<char*>(stage + i * kRows * kThreads) + piece,
                    reinterpret_cast<const char*>(first + static_cast<size_t>(tile) * kRows * kThreads) + piece,
                    static_cast<unsigned>(kPiece), &full[i]);
        }
        return;
    }
    float sum = 0;
    for (int tile = 0; tile < tiles; ++tile) {
        const int i = tile % kStages;
        wait(&full[i], tile / kStages % 2);
        for (int row = 0; row < kRows; ++row)
            sum = work(stage[(i * kRows + row) * kThreads + threadIdx.x], sum);
        __syncwarp();
        if (threadIdx.x % 32 == 0)
            ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &empty[i]);
    }
    out[blockIdx.x * kThreads + threadIdx.x] = sum;
}

// Loads through registers, without overlap.
__global__ void loads(float* out, const float4* in, int tiles)
{
    __shared__ float4 stage[kThreads];
    const float4* const first = in + static_cast<size_t>(blockIdx.x) * tiles * kThreads;
    float sum = 0;
    for (int tile = 0; tile < tiles; ++tile) {
        stage[threadIdx.x] = first[tile * kThreads + threadIdx.x];
        __syncthreads();
        sum = work(stage[(threadIdx.x + 1) % kThreads], sum);
        __syncthreads();
    }
    out[blockIdx.x * kThreads + threadIdx.x] = sum;
}

struct Case {
    const char* name;
    void (*kernel)(float*, const float4*, int);
    int threads;
    int shared;
    int tiles;
};

constexpr int kRow = kThreads * 16;

int main(int count, char** arguments)
{
    const std::vector<Case> cases {
        { "async_1", async_ring<1, 16, false>, 128, 0, 256 },
        { "async_2", async_ring<2, 16, false>, 128, 0, 256 },
        { "async_3", async_ring<3, 16, false>, 128, 0, 256 },
        { "async_4", async_ring<4, 16, false>, 128, 0, 256 },
        { "async_5", async_ring<5, 16, false>, 128, 0, 256 },
        { "bulk_1", bulk_ring<1, 4, 4 * kRow>, 160, 1 * 4 * kRow, 128 },
        { "bulk_2", bulk_ring<2, 4, 4 * kRow>, 160, 2 * 4 * kRow, 128 },
        { "bulk_3", bulk_ring<3, 4, 4 * kRow>, 160, 3 * 4 * kRow, 128 },
        { "bulk_4", bulk_ring<4, 4, 4 * kRow>, 160, 4 * 4 * kRow, 128 },
        { "bulk_5", bulk_ring<5, 4, 4 * kRow>, 160, 5 * 4 * kRow, 128 },
        { "small_bulk_1", bulk_ring<1, 1, kRow>, 160, 1 * kRow, 256 },
        { "small_bulk_2", bulk_ring<2, 1, kRow>, 160, 2 * kRow, 256 },
        { "small_bulk_4", bulk_ring<4, 1, kRow>, 160, 4 * kRow, 256 },
        { "pieces_128", bulk_ring<4, 4, 128>, 160, 4 * 4 * kRow, 128 },
        { "pieces_1024", bulk_ring<4, 4, 1024>, 160, 4 * 4 * kRow, 128 },
        { "async_4_bytes", async_ring<4, 4, false>, 128, 0, 256 },
        { "async_8_bytes", async_ring<4, 8, false>, 128, 0, 256 },
        { "async_waits_for_all", async_ring<4, 16, true>, 128, 0, 256 },
        { "loads", loads, 128, 0, 256 },
    };
    const size_t elements = size_t { kBlocks } * 128 * 4 * kThreads;
    float4* in;
    float* out;
    CUDA(cudaMalloc(&in, elements * sizeof(float4)));
    CUDA(cudaMemset(in, 0, elements * sizeof(float4)));
    CUDA(cudaMalloc(&out, kBlocks * kThreads * sizeof(float)));
    for (const Case& one : cases) {
        if (count > 1 && std::strcmp(arguments[1], "once") != 0 && std::strcmp(arguments[1], one.name) != 0)
            continue;
        if (count > 1) {
            one.kernel<<<kBlocks, one.threads, one.shared>>>(out, in, one.tiles);
            CUDA(cudaDeviceSynchronize());
            continue;
        }
        cudaEvent_t begin, end;
        CUDA(cudaEventCreate(&begin));
        CUDA(cudaEventCreate(&end));
        std::vector<float> times;
        for (int run = 0; run < 30; ++run) {
            CUDA(cudaEventRecord(begin));
            one.kernel<<<kBlocks, one.threads, one.shared>>>(out, in, one.tiles);
            CUDA(cudaEventRecord(end));
            CUDA(cudaEventSynchronize(end));
            float ms = 0;
            CUDA(cudaEventElapsedTime(&ms, begin, end));
            if (run >= 5)
                times.push_back(ms * 1000);
        }
        std::sort(times.begin(), times.end());
        std::printf("%s,%.2f,%.2f,%.2f\n", one.name, times[times.size() / 2], times.front(), times.back());
    }
}
