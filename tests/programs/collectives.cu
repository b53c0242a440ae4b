// Collectives of a warp that lanes reach at different instructions, and lanes that have exited: valid since compute capability 7.0
// (CUDA C++ Programming Guide, "Independent Thread Scheduling").
#include "check.h"

#include <cstdio>

#define BOTH_PATHS(operation)                                                                                                    \
    if (t < 16) {                                                                                                                \
        r = operation;                                                                                                           \
        r += 100;                                                                                                                \
    } else {                                                                                                                     \
        r = operation;                                                                                                           \
        r += 200;                                                                                                                \
    }

__global__ void both_paths(int* out, int which)
{
    __shared__ int words[32];
    int t = threadIdx.x;
    int r = 0;
    if (which == 0) {
        BOTH_PATHS(__shfl_xor_sync(0xffffffffu, t, 16))
    } else if (which == 1) {
        BOTH_PATHS(__popc(__ballot_sync(0xffffffffu, t & 1)))
    } else if (which == 2) {
        BOTH_PATHS(__any_sync(0xffffffffu, t == 3))
    } else if (which == 3) {
        BOTH_PATHS(__popc(__match_any_sync(0xffffffffu, t % 4)))
    } else if (which == 4) {
        BOTH_PATHS((int)__reduce_add_sync(0xffffffffu, t))
    } else if (which == 5) {
        words[t] = t;
        BOTH_PATHS((__syncwarp(), words[31 - t]))
    } else if (which == 6) {
        BOTH_PATHS(__all_sync(0xffffffffu, t < (t < 16 ? 16 : 32)))
    } else if (which == 7) {
        BOTH_PATHS((int)__shfl_down_sync(0xffffffffu, (long long)t, 1))
    } else if (which == 8) {
        BOTH_PATHS(__popc(__match_any_sync(0xffffffffu, (unsigned long long)t / 16)))
    }
    out[t] = r;
}

int expected(int which, int t)
{
    const int values[] = { t ^ 16, 16, 1, 8, 496, 31 - t, 1, t == 31 ? 31 : t + 1, 16 };
    return values[which] + (t < 16 ? 100 : 200);
}

// Four paths, and each pair of lanes has a mask of its own.
__global__ void paths_of_pairs(int* out)
{
    int t = threadIdx.x;
    unsigned mask = 3u << (t & ~1);
    int r;
    switch (t % 4) {
    case 0:
        r = __shfl_xor_sync(mask, t, 1) + 10;
        break;
    case 1:
        r = __shfl_xor_sync(mask, t, 1) + 20;
        break;
    case 2:
        r = __shfl_xor_sync(mask, t, 1) + 30;
        break;
    default:
        r = __shfl_xor_sync(mask, t, 1) + 40;
    }
    out[t] = r;
}

// Half of the lanes do more in each iteration of a loop, and then meet the others.
__global__ void paths_in_loop(int* out, int n)
{
    int t = threadIdx.x;
    int r = 0;
    for (int i = 0; i < n; ++i) {
        if (t % 2 == 0) {
            for (int k = 0; k < t; ++k)
                r += k & 1;
            r += __reduce_add_sync(0xffffffffu, 1);
        } else {
            r += __reduce_add_sync(0xffffffffu, 1);
        }
    }
    __syncthreads();
    out[t] = r;
}

// As Numba's reduction: the other lanes never come to the barrier, and exit.
__global__ void exited(int* out)
{
    __shared__ int sums[4];
    int t = threadIdx.x;
    if (t < 4)
        sums[t] = t;
    __syncthreads();
    if (t < 2) {
        sums[t] += sums[t + 2];
        __syncwarp();
    }
    if (t == 0)
        out[0] = sums[0] + sums[1];
}

// Lanes that have returned are in the mask of a shuffle.
__global__ void returned(int* out)
{
    int t = threadIdx.x;
    if (t >= 20)
        return;
    out[t] = __shfl_sync(0xffffffffu, t + 7, 3);
}

int main()
{
    int* out;
    int host[128];
    CUDA(cudaMalloc(&out, sizeof host));
    for (int which = 0; which < 9; ++which) {
        both_paths<<<1, 32>>>(out, which);
        CUDA(cudaMemcpy(host, out, 128, cudaMemcpyDeviceToHost));
        for (int t = 0; t < 32; ++t)
            CHECK(host[t] == expected(which, t));
    }
    paths_of_pairs<<<1, 32>>>(out);
    CUDA(cudaMemcpy(host, out, 128, cudaMemcpyDeviceToHost));
    for (int t = 0; t < 32; ++t)
        CHECK(host[t] == (t ^ 1) + 10 * (t % 4 + 1));
    paths_in_loop<<<1, 64>>>(out, 3);
    CUDA(cudaMemcpy(host, out, 256, cudaMemcpyDeviceToHost));
    for (int t = 0; t < 64; ++t)
        CHECK(host[t] == 96 + (t % 2 == 0 ? 3 * (t / 2) : 0));
    exited<<<1, 128>>>(out);
    CUDA(cudaMemcpy(host, out, 4, cudaMemcpyDeviceToHost));
    CHECK(host[0] == 6);
    returned<<<1, 64>>>(out);
    CUDA(cudaMemcpy(host, out, 80, cudaMemcpyDeviceToHost));
    for (int t = 0; t < 20; ++t)
        CHECK(host[t] == 10);
    std::puts("collectives passed");
}
