// Pipelines of bulk and tensor copies (TMA): phases that count arrivals and bytes, warps with roles, and clusters.
#include "pipelines.h"

#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda/ptx>

#include <algorithm>

namespace ptx = cuda::ptx;
namespace cg = cooperative_groups;
using Phase = uint64_t; // an mbarrier object

namespace {

__device__ void wait(Phase* barrier, unsigned parity)
{
    while (!ptx::mbarrier_try_wait_parity(barrier, parity)) { }
}

__device__ void copy(float* tile, const float* from, Phase* barrier, int elements = kTile)
{
    ptx::mbarrier_arrive_expect_tx(
        ptx::sem_release, ptx::scope_cta, ptx::space_shared, barrier, elements * static_cast<unsigned>(sizeof(float)));
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, from, elements * static_cast<unsigned>(sizeof(float)), barrier);
}

__device__ void arrive(Phase* barrier)
{
    ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, barrier);
}

constexpr int kBox = 16; // rows and columns of a box

// Adds 1 to each element of a matrix: a box comes by a tensor copy and goes by another one.
__global__ void add_one(const __grid_constant__ CUtensorMap from, const __grid_constant__ CUtensorMap to)
{
    __shared__ alignas(128) float box[2][kBox][kBox];
    __shared__ alignas(8) Phase full[2];
    constexpr int kBoxes = 4; // of a block, in a row of boxes
    const int row = blockIdx.x * kBox;
    const auto load = [&](int i) {
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[i % 2], sizeof(box[0]));
        const int place[2] = { i * kBox, row };
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, box[i % 2], &from, place, &full[i % 2]);
    };
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&full[0], 1);
        ptx::mbarrier_init(&full[1], 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        load(0);
    for (int i = 0; i < kBoxes; ++i) {
        if (threadIdx.x == 0 && i + 1 < kBoxes) {
            ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>()); // the store of box i - 1 has read its stage
            load(i + 1);
        }
        wait(&full[i % 2], i / 2 % 2);
        (&box[i % 2][0][0])[threadIdx.x] += 1;
        (&box[i % 2][0][0])[threadIdx.x + kThreads] += 1;
        ptx::fence_proxy_async(ptx::space_shared);
        __syncthreads();
        if (threadIdx.x == 0) {
            const int place[2] = { i * kBox, row };
            ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &to, place, box[i % 2]);
            ptx::cp_async_bulk_commit_group();
        }
    }
    if (threadIdx.x == 0)
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

CUtensorMap map_of(float* matrix, int columns, int rows)
{
    CUtensorMap map;
    const cuuint64_t sizes[2] = { static_cast<cuuint64_t>(columns), static_cast<cuuint64_t>(rows) };
    const cuuint64_t strides[1] = { columns * sizeof(float) };
    const cuuint32_t box[2] = { kBox, kBox }, steps[2] = { 1, 1 };
    CHECK(cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, matrix, sizes, strides, box, steps,
              CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
              CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)
        == CUDA_SUCCESS);
    return map;
}

} // namespace

void tensor_copies()
{
    constexpr int kColumns = 60; // the last box is cut off
    constexpr int kRows = 32;
    const Values<float> in(kColumns * kRows, input_at);
    const Values<float> out(kColumns * kRows);
    add_one<<<2, kThreads>>>(map_of(in, kColumns, kRows), map_of(out, kColumns, kRows));
    CUDA(cudaDeviceSynchronize());
    const std::vector<float> result = out.read();
    for (int i = 0; i < kColumns * kRows; ++i)
        CHECK(result[i] == input_at(i) + 1);
}

// The last warp copies into a ring; the other ones sum and give the stages back.
__global__ void specialized(float* out, const float* in)
{
    constexpr int kStages = 3;
    __shared__ alignas(128) float stage[kStages][kTile];
    __shared__ alignas(8) Phase full[kStages], empty[kStages];
    const int warp = threadIdx.x / 32;
    if (threadIdx.x == 0) {
        for (int i = 0; i < kStages; ++i) {
            ptx::mbarrier_init(&full[i], 1);
            ptx::mbarrier_init(&empty[i], kThreads / 32); // one arrival for each warp that sums
        }
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    const float* const first = in + blockIdx.x * kTiles * kTile;
    if (warp == kThreads / 32) {
        for (int tile = 0; tile < kTiles && threadIdx.x % 32 == 0; ++tile) {
            wait(&empty[tile % kStages], tile / kStages % 2 ^ 1);
            copy(stage[tile % kStages], first + tile * kTile, &full[tile % kStages]);
        }
        return;
    }
    float sum = 0;
    for (int tile = 0; tile < kTiles; ++tile) {
        wait(&full[tile % kStages], tile / kStages % 2);
        sum += stage[tile % kStages][(threadIdx.x + 1) % kTile];
        __syncwarp();
        if (threadIdx.x % 32 == 0)
            arrive(&empty[tile % kStages]);
    }
    out[blockIdx.x * kTile + threadIdx.x] = sum;
}

void producer_and_consumers()
{
    check_sums([](float* out, const float* in) { specialized<<<kBlocks, kThreads + 32>>>(out, in); });
}

// Two groups of warps take turns: a group sums its tile while the other one waits at a named barrier for its turn.
__global__ void turns(float* out, const float* in)
{
    __shared__ alignas(128) float stage[2][kTile];
    __shared__ alignas(8) Phase full[2];
    __shared__ float sums[kTile];
    const int group = threadIdx.x / kThreads;
    const int t = threadIdx.x % kThreads;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&full[0], 1);
        ptx::mbarrier_init(&full[1], 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    if (group == 0)
        sums[t] = 0;
    __syncthreads();
    const float* const first = in + blockIdx.x * kTiles * kTile;
    if (t == 0)
        copy(stage[group], first + group * kTile, &full[group]);
    if (group == 1)
        asm volatile("bar.arrive 1, 256;" ::: "memory"); // it is the turn of group 0
    for (int i = 0; i < kTiles / 2; ++i) {
        wait(&full[group], i % 2);
        asm volatile("bar.sync %0, 256;" ::"r"(1 + group) : "memory");
        sums[t] += stage[group][(t + 1) % kTile];
        if (group == 0 || i + 1 < kTiles / 2)
            asm volatile("bar.arrive %0, 256;" ::"r"(2 - group) : "memory");
        asm volatile("bar.sync %0, 128;" ::"r"(3 + group) : "memory"); // the group has read its stage
        if (t == 0 && i + 1 < kTiles / 2)
            copy(stage[group], first + (2 * i + 2 + group) * kTile, &full[group]);
    }
    __syncthreads();
    if (group == 0)
        out[blockIdx.x * kTile + t] = sums[t];
}

void ping_pong()
{
    check_sums([](float* out, const float* in) { turns<<<kBlocks, 2 * kThreads>>>(out, in); });
}

// One block of a cluster loads a tile for both; each block multiplies it with its own factor.
__global__ void __cluster_dims__(2, 1, 1) multicast(float* out, const float* in)
{
    constexpr int kStages = 2;
    __shared__ alignas(128) float stage[kStages][kTile];
    __shared__ alignas(8) Phase full[kStages], empty[kStages];
    const cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0) {
        for (int i = 0; i < kStages; ++i) {
            ptx::mbarrier_init(&full[i], 1);
            ptx::mbarrier_init(&empty[i], 2); // of block 0: one arrival for each block
        }
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    cluster.sync();
    const unsigned rank = cluster.block_rank();
    float sum = 0;
    for (int tile = 0; tile < kTiles; ++tile) {
        const int i = tile % kStages;
        if (threadIdx.x == 0) {
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[i], sizeof(stage[0]));
            if (rank == 0) {
                if (tile >= kStages)
                    wait(&empty[i], (tile / kStages - 1) % 2);
                ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, stage[i], in + tile * kTile, sizeof(stage[0]), &full[i],
                    static_cast<uint16_t>(3));
            }
        }
        wait(&full[i], tile / kStages % 2);
        sum += static_cast<float>(rank + 1) * stage[i][(threadIdx.x + 1) % kTile];
        __syncthreads();
        if (threadIdx.x == 0)
            ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, cluster.map_shared_rank(&empty[i], 0));
    }
    out[rank * kTile + threadIdx.x] = sum;
    cluster.sync(); // no block leaves while the other one may still access its barriers
}

void cluster_multicast()
{
    const Values<float> in(kTiles * kTile, input_at);
    const Values<float> out(2 * kTile);
    multicast<<<2, kThreads>>>(out, in);
    CUDA(cudaDeviceSynchronize());
    const std::vector<float> sums = neighbor_sums();
    const std::vector<float> result = out.read();
    for (int i = 0; i < 2 * kTile; ++i)
        CHECK(result[i] == static_cast<float>(i / kTile + 1) * sums[i % kTile]);
}

// Blocks stay and take tiles from a counter; a ring carries the numbers of tiles together with their elements.
__global__ void workers(float* out, const float* in, int* counter, int tiles)
{
    constexpr int kStages = 2;
    __shared__ alignas(128) float stage[kStages][kTile];
    __shared__ int number[kStages];
    __shared__ alignas(8) Phase full[kStages], empty[kStages];
    if (threadIdx.x == 0) {
        for (int i = 0; i < kStages; ++i) {
            ptx::mbarrier_init(&full[i], 1);
            ptx::mbarrier_init(&empty[i], kThreads);
        }
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    const bool produces = threadIdx.x >= kThreads;
    for (int turn = 0;; ++turn) {
        const int i = turn % kStages;
        if (produces) {
            if (threadIdx.x != kThreads)
                return;
            wait(&empty[i], turn / kStages % 2 ^ 1);
            const int tile = atomicAdd(counter, 1);
            number[i] = tile;
            if (tile >= tiles) {
                arrive(&full[i]);
                return;
            }
            copy(stage[i], in + tile * kTile, &full[i]);
        } else {
            wait(&full[i], turn / kStages % 2);
            const int tile = number[i];
            if (tile >= tiles)
                return;
            out[tile * kTile + threadIdx.x] = stage[i][(threadIdx.x + 1) % kTile] + 1;
            arrive(&empty[i]);
        }
    }
}

void persistent()
{
    constexpr int kCount = 29;
    const Values<float> in(kCount * kTile, input_at);
    const Values<float> out(kCount * kTile);
    const Values<int> counter(1);
    workers<<<4, kThreads + 32>>>(out, in, counter, kCount);
    CUDA(cudaDeviceSynchronize());
    const std::vector<float> result = out.read();
    for (int i = 0; i < kCount * kTile; ++i)
        CHECK(result[i] == input_at(i / kTile * kTile + (i % kTile + 1) % kTile) + 1);
}
