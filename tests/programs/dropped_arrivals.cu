// Threads leave a cuda::barrier with arrive_and_drop(), in different phases and on different paths of a warp. Code for compute
// capability 7.5 has the barrier in software: the thread whose arrival completes a phase begins the next one with a second atomic
// operation, and nobody may wait for that longer than its lanes need.
#include "check.h"

#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

template <int Kind> __device__ void use(Barrier& barrier)
{
    const int thread = threadIdx.x;
    if constexpr (Kind == 0) { // every second thread leaves at once
        if (thread % 2) {
            barrier.arrive_and_drop();
            return;
        }
        barrier.arrive_and_wait();
        barrier.arrive_and_wait();
    } else if constexpr (Kind == 1) { // one warp after the other
        for (int i = 0; i < thread / 32; ++i)
            barrier.arrive_and_wait();
        barrier.arrive_and_drop();
    } else if constexpr (Kind == 2) { // all but the first half warp
        if (thread >= 16) {
            barrier.arrive_and_drop();
        } else {
            barrier.arrive_and_wait();
            barrier.arrive_and_wait();
        }
    } else if constexpr (Kind == 3) { // in each warp at different times
        for (int i = 0; i < thread % 8; ++i)
            barrier.arrive_and_wait();
        barrier.arrive_and_drop();
    } else { // after a phase of all; in a part of a warp
        barrier.wait(barrier.arrive());
        if (thread < 40)
            barrier.arrive_and_drop();
        else
            for (int i = 0; i < 3; ++i)
                barrier.arrive_and_wait();
    }
}

template <int Kind> __global__ void run(int* out)
{
    __shared__ Barrier barrier;
    if (threadIdx.x == 0)
        init(&barrier, blockDim.x);
    __syncthreads();
    use<Kind>(barrier);
    atomicAdd(out, 1);
}

template <int Kind> void check(int* out)
{
    for (int threads : { 32, 64, 128, 256 }) {
        int host = 0;
        CUDA(cudaMemset(out, 0, 4));
        run<Kind><<<2, threads>>>(out);
        CUDA(cudaMemcpy(&host, out, 4, cudaMemcpyDeviceToHost));
        CHECK(host == 2 * threads);
    }
}

int main()
{
    int* out;
    CUDA(cudaMalloc(&out, 4));
    check<0>(out);
    check<1>(out);
    check<2>(out);
    check<3>(out);
    check<4>(out);
    std::puts("dropped_arrivals passed");
}
