// Lanes that wait for other lanes of their warp: each makes progress, as on every GPU since Volta. An H200 gives the same values.
// `waiting_lanes 1` and `waiting_lanes 2` never end, there as well.
#include "check.h"

#include <cuda/barrier>
#include <cuda/semaphore>

#include <utility>

constexpr int kThreads = 64;

struct State {
    int lock;
    int count;
    int ticket;
    volatile int serving;
    volatile int flag;
    volatile int done[kThreads];
};

__device__ void add_one(State* s) { ++s->count; }

__device__ __noinline__ void acquire(int* lock)
{
    while (atomicCAS(lock, 0, 1) != 0) { }
}

__device__ __noinline__ void release(int* lock)
{
    __threadfence();
    atomicExch(lock, 0);
}

__global__ void spin_lock(State* s)
{
    while (atomicCAS(&s->lock, 0, 1) != 0) { }
    add_one(s);
    __threadfence();
    atomicExch(&s->lock, 0);
}

// Its registers change while it waits.
__global__ void counting_lock(State* s)
{
    int attempts = 1;
    while (atomicCAS(&s->lock, 0, 1) != 0)
        ++attempts;
    add_one(s);
    __threadfence();
    atomicExch(&s->lock, 0);
    s->done[threadIdx.x] = attempts > 0;
}

__global__ void sleeping_lock(State* s)
{
    unsigned pause = 8;
    while (atomicCAS(&s->lock, 0, 1) != 0) {
        __nanosleep(pause);
        pause = pause < 256 ? 2 * pause : pause;
    }
    add_one(s);
    __threadfence();
    atomicExch(&s->lock, 0);
}

__global__ void lock_in_functions(State* s)
{
    for (int i = 0; i < 4; ++i) {
        acquire(&s->lock);
        add_one(s);
        release(&s->lock);
    }
}

__device__ cuda::binary_semaphore<cuda::thread_scope_device> semaphore(1);

__global__ void lock_by_semaphore(State* s)
{
    semaphore.acquire();
    add_one(s);
    semaphore.release();
}

__global__ void ticket_lock(State* s)
{
    const int ticket = atomicAdd(&s->ticket, 1);
    while (s->serving != ticket) { }
    add_one(s);
    __threadfence();
    s->serving = ticket + 1;
}

// Lane 0 waits on the first path for lane 1, which is on the second.
__global__ void both_arms(State* s)
{
    if (threadIdx.x == 0) {
        while (s->flag == 0) { }
        add_one(s);
    } else if (threadIdx.x == 1) {
        s->flag = 1;
    }
}

// Lane 1 sets the flag only after the loop, where it could also wait for lane 0.
__global__ void after_the_loop(State* s)
{
    if (threadIdx.x == 0)
        while (s->flag == 0) { }
    if (threadIdx.x == 1)
        s->flag = 1;
    atomicAdd(&s->count, 1);
}

__global__ void nested(State* s)
{
    const int lane = threadIdx.x;
    if (lane % 2 == 1) {
        if (lane % 4 == 3)
            while (s->flag < 1) { }
        else
            while (s->flag < 2) { }
    } else if (lane == 2) {
        s->flag = 1;
    } else if (lane == 4) {
        while (s->flag < 1) { }
        s->flag = 2;
    }
    atomicAdd(&s->count, 1);
}

// Each lane waits for the next one.
__global__ void chain(State* s)
{
    const int lane = threadIdx.x;
    if (lane != 31)
        while (s->done[lane + 1] == 0) { }
    s->done[lane] = 32 - lane;
    atomicAdd(&s->count, s->done[lane]);
}

using Barrier = cuda::barrier<cuda::thread_scope_block>;

// The lanes of a warp leave the barrier in sequence.
__global__ void drop(State* s)
{
    __shared__ Barrier barrier;
    if (threadIdx.x == 0)
        init(&barrier, blockDim.x);
    __syncthreads();
    for (int i = 0; i < 8; ++i) {
        if (i == threadIdx.x % 8) {
            barrier.arrive_and_drop();
            atomicAdd(&s->count, i + 1);
            return;
        }
        barrier.arrive_and_wait();
    }
}

// One half of the lanes waits, the other one only arrives.
__global__ void half_waits(State* s)
{
    __shared__ Barrier barrier;
    if (threadIdx.x == 0)
        init(&barrier, blockDim.x);
    __syncthreads();
    if (threadIdx.x % 2 != 0) {
        barrier.wait(barrier.arrive());
        atomicAdd(&s->count, 1);
    } else {
        (void)barrier.arrive();
        atomicAdd(&s->count, 2);
    }
}

__global__ void nobody_sets_it(State* s)
{
    if (threadIdx.x != 0)
        while (s->flag == 0) { }
}

// The lane with the lock waits for those that wait for the lock.
__global__ void meets_with_lock(State* s)
{
    while (atomicCAS(&s->lock, 0, 1) != 0) { }
    __syncwarp();
    atomicExch(&s->lock, 0);
}

using Kernel = void (*)(State*);

void expect(const char* name, Kernel kernel, int blocks, int threads, int count)
{
    State* state;
    CUDA(cudaMallocManaged(&state, sizeof(State)));
    CUDA(cudaMemset(state, 0, sizeof(State)));
    kernel<<<blocks, threads>>>(state);
    CUDA(cudaDeviceSynchronize());
    if (state->count != count)
        std::printf("%s: %d instead of %d\n", name, state->count, count);
    CHECK(state->count == count);
    CUDA(cudaFree(state));
}

int main(int argc, char** argv)
{
    if (argc > 1) {
        expect("endless", std::atoi(argv[1]) == 1 ? nobody_sets_it : meets_with_lock, 1, 32, 0);
        return 0;
    }
    expect("spin_lock", spin_lock, 1, 32, 32);
    expect("spin_lock of several blocks", spin_lock, 8, 64, 8 * 64);
    expect("counting_lock", counting_lock, 1, 32, 32);
    expect("sleeping_lock", sleeping_lock, 1, 32, 32);
    expect("lock_in_functions", lock_in_functions, 2, 32, 256);
    expect("lock_by_semaphore", lock_by_semaphore, 1, 32, 32);
    expect("ticket_lock", ticket_lock, 1, 32, 32);
    expect("both_arms", both_arms, 1, 32, 1);
    expect("after_the_loop", after_the_loop, 1, 32, 32);
    expect("nested", nested, 1, 32, 32);
    expect("chain", chain, 1, 32, 528);
    expect("drop", drop, 1, kThreads, 8 * 36);
    expect("half_waits", half_waits, 1, kThreads, 96);
    std::puts("waiting_lanes passed");
}
