// Asynchronous barriers and pipelines of libcu++, after the CUDA C++ Programming Guide, "Asynchronous Barrier" and "Asynchronous Data
// Copies": phases in which all threads take part, a producer and a consumer with two buffers, threads that drop out, and copies that
// overlap the computation.

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

#pragma nv_diag_suppress static_var_with_dynamic_init

using barrier = cuda::barrier<cuda::thread_scope_block>;

// Each thread adds the value of its right neighbor, `rounds` times.
__global__ void add_neighbors(int* out, int rounds)
{
    __shared__ barrier bar;
    __shared__ int value[256];
    if (threadIdx.x == 0)
        init(&bar, blockDim.x);
    __syncthreads();
    int own = threadIdx.x;
    for (int round = 0; round < rounds; ++round) {
        value[threadIdx.x] = own;
        barrier::arrival_token token = bar.arrive(); // the other threads need not wait for what follows
        const int next = (threadIdx.x + 1) % blockDim.x;
        bar.wait(std::move(token));
        own += value[next];
        bar.arrive_and_wait();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = own;
}

// The first half of the block fills two buffers in turn, the second half adds them up.
__global__ void produce_and_consume(int* out, const int* in, int tiles)
{
    __shared__ barrier full[2];
    __shared__ barrier empty[2];
    __shared__ int buffer[2][128];
    if (threadIdx.x < 2) {
        init(&full[threadIdx.x], blockDim.x);
        init(&empty[threadIdx.x], blockDim.x);
    }
    __syncthreads();
    if (threadIdx.x < 128) {
        for (int tile = 0; tile < tiles; ++tile) {
            empty[tile % 2].arrive_and_wait();
            buffer[tile % 2][threadIdx.x] = 2 * in[tile * 128 + threadIdx.x];
            (void)full[tile % 2].arrive();
        }
    } else {
        const int own = threadIdx.x - 128;
        int sum = 0;
        (void)empty[0].arrive();
        (void)empty[1].arrive();
        for (int tile = 0; tile < tiles; ++tile) {
            full[tile % 2].arrive_and_wait();
            sum += buffer[tile % 2][127 - own];
            (void)empty[tile % 2].arrive();
        }
        out[own] = sum;
    }
}

// Warp w takes part in w + 1 rounds; row r of `out` says how many threads have come so far.
__global__ void drop_out(int* out)
{
    __shared__ barrier bar;
    __shared__ int arrived;
    if (threadIdx.x == 0) {
        init(&bar, blockDim.x);
        arrived = 0;
    }
    __syncthreads();
    for (int round = 0; round <= threadIdx.x / 32; ++round) {
        atomicAdd(&arrived, 1);
        bar.arrive_and_wait();
        out[round * blockDim.x + threadIdx.x] = arrived;
        bar.arrive_and_wait();
    }
    bar.arrive_and_drop();
}

// Two stages: the next tile is copied while this one is added up.
__global__ void add_tiles(float* out, const float* in, int tiles)
{
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ alignas(16) float buffer[2][128];
    auto block = cg::this_thread_block();
    auto pipeline = cuda::make_pipeline(block, &state);
    const auto size = cuda::aligned_size_t<16>(sizeof(buffer[0]));
    pipeline.producer_acquire();
    cuda::memcpy_async(block, buffer[0], in, size, pipeline);
    pipeline.producer_commit();
    float sum = 0;
    for (int tile = 0; tile < tiles; ++tile) {
        if (tile + 1 < tiles) {
            pipeline.producer_acquire();
            cuda::memcpy_async(block, buffer[(tile + 1) % 2], in + (tile + 1) * 128, size, pipeline);
            pipeline.producer_commit();
        }
        pipeline.consumer_wait();
        sum += buffer[tile % 2][127 - threadIdx.x];
        pipeline.consumer_release();
    }
    out[threadIdx.x] = sum;
}

// The first half of the block copies, the second half adds up.
__global__ void add_tiles_by_roles(int* out, const int* in, int tiles)
{
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ int buffer[2][64];
    auto block = cg::this_thread_block();
    const auto role = threadIdx.x < 64 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
    auto pipeline = cuda::make_pipeline(block, &state, role);
    if (role == cuda::pipeline_role::producer) {
        for (int tile = 0; tile < tiles; ++tile) {
            pipeline.producer_acquire();
            cuda::memcpy_async(&buffer[tile % 2][threadIdx.x], in + tile * 64 + threadIdx.x, sizeof(int), pipeline);
            pipeline.producer_commit();
        }
    } else {
        int sum = 0;
        for (int tile = 0; tile < tiles; ++tile) {
            pipeline.consumer_wait();
            sum += buffer[tile % 2][127 - threadIdx.x];
            pipeline.consumer_release();
        }
        out[threadIdx.x - 64] = sum;
    }
}

// A copy of the block that completes a phase of the barrier.
__global__ void reverse_tile(int* out, const int* in)
{
    __shared__ barrier bar;
    __shared__ alignas(16) int tile[1024];
    auto block = cg::this_thread_block();
    if (threadIdx.x == 0)
        init(&bar, blockDim.x);
    __syncthreads();
    cuda::memcpy_async(block, tile, in + blockIdx.x * 1024, cuda::aligned_size_t<16>(sizeof(tile)), bar);
    bar.arrive_and_wait();
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        out[blockIdx.x * 1024 + i] = tile[1023 - i];
}
