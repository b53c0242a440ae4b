// Kernels that go on for long while some of their threads wait. `waits NUMBER` launches one.
#include "check.h"

#include <cuda/ptx>
#include <cuda_runtime.h>

#include <cstdlib>

namespace ptx = cuda::ptx;

__device__ unsigned computed(unsigned value, unsigned rounds)
{
    for (unsigned i = 0; i < rounds; ++i)
        value = value * 1664525 + 1013904223;
    return value;
}

// Warp 0 computes for long, warp 1 waits for it at an mbarrier object.
__global__ void phase(unsigned* out, unsigned rounds)
{
    __shared__ alignas(8) uint64_t ready;
    if (threadIdx.x == 0)
        ptx::mbarrier_init(&ready, 1);
    __syncthreads();
    if (threadIdx.x < 32) {
        out[threadIdx.x] = computed(threadIdx.x, rounds);
        if (threadIdx.x == 0)
            ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &ready);
        return;
    }
    while (!ptx::mbarrier_try_wait_parity(&ready, 0)) { }
    out[threadIdx.x] = out[threadIdx.x - 32];
}

// Nobody sets the flag, but the loop counts, so it is no loop in which nothing changes.
__global__ void flag(unsigned* out, volatile unsigned* flags)
{
    unsigned polls = 0;
    while (flags[blockIdx.x] == 0)
        ++polls;
    out[blockIdx.x] = polls;
}

int main(int count, char** arguments)
{
    const int number = count > 1 ? std::atoi(arguments[1]) : 0;
    unsigned* memory;
    CUDA(cudaMalloc(&memory, 4096));
    CUDA(cudaMemset(memory, 0, 4096));
    if (number == 0)
        phase<<<1, 64>>>(memory, 4'000'000'000);
    else
        flag<<<2, 32>>>(memory, memory + 64);
    CUDA(cudaDeviceSynchronize());
    std::printf("waits ended\n");
}
