// __nanosleep and the clocks: a sleep of t takes 0 to 2 t nanoseconds and at most a millisecond (PTX ISA, nanosleep).
#include "check.h"

__device__ unsigned long long timer()
{
    unsigned long long time;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(time)::"memory");
    return time;
}
__global__ void measure(unsigned t, long long* clocks, unsigned long long* times)
{
    const unsigned long long time = timer();
    const long long clock = clock64();
    __nanosleep(t);
    clocks[threadIdx.x] = clock64() - clock;
    times[threadIdx.x] = timer() - time;
}
// Waits for 10^9 ticks of the clock, in which more instructions would take minutes.
__global__ void wait_by_clock(unsigned t, long long* ends)
{
    const long long start = clock64();
    while (clock64() - start < 1000000000) __nanosleep(t);
    ends[threadIdx.x] = clock64() - start;
}
__global__ void wait_by_timer(unsigned t, long long* ends)
{
    const unsigned long long start = timer();
    while (timer() - start < 1000000000) __nanosleep(t);
    ends[threadIdx.x] = timer() - start;
}
// Each lane has a time of its own.
__global__ void sleep_apart(long long* clocks)
{
    const long long start = clock64();
    __nanosleep(1000 + 10 * threadIdx.x);
    clocks[threadIdx.x] = clock64() - start;
}
// The clock of a block never goes back: each warp reads it after the barrier.
__global__ void in_order(long long* failed)
{
    __shared__ long long before[8];
    const unsigned warp = threadIdx.x / 32;
    for (int i = 0; i < 20; ++i) {
        __nanosleep(100 * (warp + 1));
        before[warp] = clock64();
        __syncthreads();
        const long long now = clock64();
        for (long long other : before)
            if (other > now)
                atomicAdd(reinterpret_cast<unsigned long long*>(failed), 1ull);
        __syncthreads();
    }
}
// One warp sleeps while it waits for another one.
__global__ void wait_for_flag(long long* done)
{
    __shared__ volatile int flag;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        while (flag == 0) __nanosleep(200);
        *done = 1;
    } else if (threadIdx.x == 32) {
        __nanosleep(5000);
        flag = 1;
    }
}

int main()
{
    long long *clocks, host[32];
    unsigned long long *times, host_times[32];
    CUDA(cudaMalloc(&clocks, sizeof host));
    CUDA(cudaMalloc(&times, sizeof host_times));
    for (unsigned t : { 0u, 1u, 20u, 100u, 1000u, 100000u, 1000000u, 2000000u, ~0u }) {
        measure<<<1, 32>>>(t, clocks, times);
        CUDA(cudaMemcpy(host, clocks, sizeof host, cudaMemcpyDeviceToHost));
        CUDA(cudaMemcpy(host_times, times, sizeof host_times, cudaMemcpyDeviceToHost));
        const long long most = 2ll * (t < 1000000u ? t : 1000000u) + 100; // with the instructions
        for (int i = 0; i < 32; ++i) {
            CHECK(host[i] >= 0 && host[i] <= most);
            CHECK(host_times[i] <= static_cast<unsigned long long>(most));
            CHECK(t < 1000u || host_times[i] > 0);
        }
    }
    for (unsigned t : { 1000u, 1000000u, ~0u }) {
        wait_by_clock<<<2, 32>>>(t, clocks);
        CUDA(cudaMemcpy(host, clocks, sizeof host, cudaMemcpyDeviceToHost));
        CHECK(host[31] >= 1000000000 && host[31] < 1003000000);
        wait_by_timer<<<2, 32>>>(t, clocks);
        CUDA(cudaMemcpy(host, clocks, sizeof host, cudaMemcpyDeviceToHost));
        CHECK(host[31] >= 1000000000 && host[31] < 1003000000);
    }
    sleep_apart<<<1, 32>>>(clocks);
    CUDA(cudaMemcpy(host, clocks, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 32; ++i)
        CHECK(host[i] >= 0 && host[i] <= 2 * (1000 + 10 * i) + 100);
    CUDA(cudaMemset(clocks, 0, 8));
    in_order<<<1, 256>>>(clocks);
    CUDA(cudaMemcpy(host, clocks, 8, cudaMemcpyDeviceToHost));
    CHECK(host[0] == 0);
    wait_for_flag<<<1, 64>>>(clocks);
    CUDA(cudaMemcpy(host, clocks, 8, cudaMemcpyDeviceToHost));
    CHECK(host[0] == 1);
    std::puts("sleeps passed");
}
