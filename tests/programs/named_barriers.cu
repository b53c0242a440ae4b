// One warp arrives at a barrier for which it does not wait (bar.arrive), the other one waits. `named_barriers 0` writes before it
// arrives; 1 writes after that, which the barrier does not order; 2 has two barriers, for the value and for the free place; 3
// begins with a phase of which all participants only arrive: who waits in the next phase is not ordered behind it.
#include "check.h"

__device__ void arrive(int barrier) { asm volatile("bar.arrive %0, 64;" ::"r"(barrier) : "memory"); }
__device__ void wait(int barrier) { asm volatile("bar.sync %0, 64;" ::"r"(barrier) : "memory"); }

__global__ void pass_value(int* out, bool early)
{
    __shared__ int value[32];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        if (early)
            value[lane] = lane;
        arrive(1);
        if (!early)
            value[lane] = lane;
    } else {
        wait(1);
        out[lane] = value[lane];
    }
}

__global__ void pass_values(int* out)
{
    __shared__ int value[32];
    const int lane = threadIdx.x % 32;
    for (int i = 0; i < 4; ++i) {
        if (threadIdx.x < 32) {
            if (i > 0)
                wait(2); // the place is free
            value[lane] = lane + i;
            arrive(1);
        } else {
            wait(1);
            out[lane] += value[lane];
            if (i < 3)
                arrive(2);
        }
    }
}

__global__ void phase_without_wait(int* out)
{
    __shared__ int value[32];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        value[lane] = lane;
        arrive(1);
    } else if (threadIdx.x < 64) {
        arrive(1); // the phase of both warps
        arrive(1);
    } else {
        wait(1); // the phase of this warp and the second one
        out[lane] = value[lane];
    }
}

int main(int, char** argv)
{
    int *out, number = std::atoi(argv[1]);
    CUDA(cudaMallocManaged(&out, 128));
    CUDA(cudaMemset(out, 0, 128));
    if (number == 3)
        phase_without_wait<<<1, 96>>>(out);
    else if (number == 2)
        pass_values<<<1, 64>>>(out);
    else
        pass_value<<<1, 64>>>(out, number == 0);
    CUDA(cudaDeviceSynchronize());
    std::puts("named_barriers ended");
}
