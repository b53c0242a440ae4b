// Ten pipelines with a race, each by one missing fence, wait or barrier. `races_of_copies NUMBER` runs one of them, 0 all repaired.
#include "check.h"

#include <cuda/ptx>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

namespace ptx = cuda::ptx;
using Phase = uint64_t; // an mbarrier object

constexpr int kTile = 128;

__device__ void wait(Phase* barrier, unsigned parity)
{
    while (!ptx::mbarrier_try_wait_parity(barrier, parity)) { }
}

__device__ void arrive(Phase* barrier)
{
    ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, barrier);
}

__device__ void load(float* tile, const float* from, Phase* barrier)
{
    constexpr unsigned kBytes = kTile * sizeof(float);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, barrier, unsigned { kBytes });
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, from, unsigned { kBytes }, barrier);
}

__device__ void store(float* to, const float* tile)
{
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, to, tile, static_cast<unsigned>(kTile * sizeof(float)));
    ptx::cp_async_bulk_commit_group();
}

__device__ void initialize(Phase* barriers, int count, unsigned arrivals)
{
    for (int i = 0; i < count; ++i)
        ptx::mbarrier_init(&barriers[i], arrivals);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
}

// Writes a tile, stores it, and uses it again. What is missing: 1 the fence of all writers, 2 that of all but one, 3 the barrier
// before the copy, 4 the wait before the tile is written again, 5 the barrier after the wait.
template <int kMissing> __global__ void stores(float* out)
{
    __shared__ alignas(128) float tile[kTile];
    tile[threadIdx.x] = 1;
    if (kMissing != 1 && (kMissing != 2 || threadIdx.x == 0))
        ptx::fence_proxy_async(ptx::space_shared);
    if (kMissing != 3)
        __syncthreads();
    if (threadIdx.x == 0) {
        store(out, tile);
        if (kMissing != 4)
            ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
    if (kMissing != 5)
        __syncthreads();
    tile[threadIdx.x] = 2;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        store(out + kTile, tile);
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
}

// Loads two tiles through one stage. Missing: 1 the wait for the phase, 2 the wait in the second iteration (one parity for both),
// 3 the consumers' arrival before the stage is filled again, 4 the barrier after the initialization.
template <int kMissing> __global__ void loads(float* out, const float* in)
{
    __shared__ alignas(128) float stage[kTile];
    __shared__ alignas(8) Phase full, empty;
    if (threadIdx.x == 0) {
        initialize(&full, 1, 1);
        initialize(&empty, 1, kTile);
    }
    if (kMissing != 4)
        __syncthreads();
    float sum = 0;
    for (int tile = 0; tile < 2; ++tile) {
        if (threadIdx.x == 0) {
            if (kMissing != 3)
                wait(&empty, tile ^ 1);
            load(stage, in + tile * kTile, &full);
        }
        if (kMissing == 1)
            __syncthreads();
        else
            wait(&full, kMissing == 2 ? 0 : tile);
        sum += stage[(threadIdx.x + 1) % kTile];
        arrive(&empty);
    }
    out[threadIdx.x] = sum;
}

// A stage of cp.async is read without the wait for its group.
__global__ void groups(float* out, const float* in, int pending)
{
    __shared__ float stage[2][kTile];
    for (int i = 0; i < 2; ++i) {
        __pipeline_memcpy_async(&stage[i][threadIdx.x], &in[i * kTile + threadIdx.x], sizeof(float));
        __pipeline_commit();
    }
    if (pending != 0)
        __pipeline_wait_prior(1);
    else
        __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = stage[0][threadIdx.x] + stage[1][threadIdx.x];
}

int main(int count, char** arguments)
{
    const int number = count > 1 ? std::atoi(arguments[1]) : 0;
    float* in;
    float* out;
    CUDA(cudaMalloc(&in, 2 * kTile * sizeof(float)));
    CUDA(cudaMemset(in, 0, 2 * kTile * sizeof(float)));
    CUDA(cudaMalloc(&out, 2 * kTile * sizeof(float)));
    switch (number) {
    case 0:
        stores<0><<<1, kTile>>>(out);
        loads<0><<<1, kTile>>>(out, in);
        groups<<<1, kTile>>>(out, in, 0);
        break;
    case 1:
        stores<1><<<1, kTile>>>(out);
        break;
    case 2:
        stores<2><<<1, kTile>>>(out);
        break;
    case 3:
        stores<3><<<1, kTile>>>(out);
        break;
    case 4:
        stores<4><<<1, kTile>>>(out);
        break;
    case 5:
        stores<5><<<1, kTile>>>(out);
        break;
    case 6:
        loads<1><<<1, kTile>>>(out, in);
        break;
    case 7:
        loads<2><<<1, kTile>>>(out, in);
        break;
    case 8:
        loads<3><<<1, kTile>>>(out, in);
        break;
    case 9:
        loads<4><<<1, kTile>>>(out, in);
        break;
    case 10:
        groups<<<1, kTile>>>(out, in, 1);
        break;
    }
    CUDA(cudaGetLastError());
    CUDA(cudaDeviceSynchronize());
    std::puts("races_of_copies ended");
}
