// Which lanes are together behind collectives of lanes on different paths. With the argument `together`, all members go on
// together; a GPU does not guarantee it, but the values that they exchange.
#include "check.h"

#include <cstring>

__device__ __noinline__ void sync_in_function(unsigned mask) { __syncwarp(mask); }

// Both arms end with a collective of the whole warp; behind it the path is straight.
template <int Kind> __global__ void both_arms(unsigned* active)
{
    const unsigned lane = threadIdx.x;
    int value = lane;
    if (lane % 3 == 0) {
        value *= 10;
        Kind == 0 ? __syncwarp() : void(value += __shfl_xor_sync(~0u, value, 1));
    } else {
        value += 100;
        Kind == 0 ? __syncwarp() : void(value += __shfl_xor_sync(~0u, value, 1));
    }
    __syncwarp();
    active[lane] = __activemask();
    active[32 + lane] = value;
}
// A collective before the end of an arm does not end the divergence.
__global__ void inside_arm(unsigned* active)
{
    const unsigned lane = threadIdx.x;
    const unsigned low = 0xffff;
    if (lane < 16) {
        __syncwarp(low);
        active[lane] = __activemask();
    } else {
        active[lane] = __activemask();
    }
    __syncwarp();
    active[32 + lane] = __activemask();
}
// Some lanes leave before the collective.
__global__ void after_exit(unsigned* active)
{
    const unsigned lane = threadIdx.x;
    if (lane >= 20)
        return;
    if (lane % 2)
        active[64 + lane] = lane;
    __syncwarp(0xfffff);
    active[lane] = __activemask();
}
// In a loop that lanes leave at different times.
__global__ void after_loop(unsigned* active)
{
    const unsigned lane = threadIdx.x;
    unsigned steps = 0;
    for (unsigned i = 0; i < lane % 5; ++i)
        steps += __popc(__activemask());
    __syncwarp();
    active[lane] = __activemask();
    active[32 + lane] = steps != 0 || lane % 5 == 0;
}
// The collective stands in a function that both arms call.
__global__ void in_function(unsigned* active)
{
    const unsigned lane = threadIdx.x;
    if (lane & 4)
        sync_in_function(~0u);
    else
        sync_in_function(~0u);
    __syncwarp();
    active[lane] = __activemask();
}
// Halves with masks of their own, then the whole warp; a vote sees all members on both sides.
__global__ void halves(unsigned* active)
{
    const unsigned lane = threadIdx.x;
    const unsigned mask = lane < 16 ? 0xffffu : 0xffff0000u;
    if (lane < 16)
        active[32 + lane] = __ballot_sync(mask, lane & 1);
    else
        active[32 + lane] = __ballot_sync(mask, lane & 2);
    __syncwarp();
    active[lane] = __activemask();
    active[64 + lane] = __reduce_add_sync(~0u, 1u);
}

int main(int count, char** arguments)
{
    const bool together = count > 1 && std::strcmp(arguments[1], "together") == 0;
    unsigned *device, host[96];
    CUDA(cudaMalloc(&device, sizeof host));
    const auto fetch = [&] {
        CUDA(cudaDeviceSynchronize());
        CUDA(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
        CUDA(cudaMemset(device, 0, sizeof host));
    };
    const auto all_are = [&](int first, int count, unsigned mask) {
        for (int i = first; i < first + count; ++i)
            CHECK(host[i] == mask);
    };
    // The active lanes that each lane has seen.
    const auto went_on = [&](int first, int count, unsigned members) {
        for (int i = first; i < first + count; ++i) {
            CHECK((host[i] >> i % 32 & 1) == 1);
            CHECK((host[i] & ~members) == 0);
            CHECK(!together || host[i] == members);
        }
    };
    CUDA(cudaMemset(device, 0, sizeof host));
    for (int kind : { 0, 1 }) {
        kind == 0 ? both_arms<0><<<1, 32>>>(device) : both_arms<1><<<1, 32>>>(device);
        fetch();
        went_on(0, 32, ~0u);
        const auto value = [](unsigned lane) { return lane % 3 == 0 ? lane * 10 : lane + 100; };
        for (unsigned lane = 0; lane < 32; ++lane)
            CHECK(host[32 + lane] == value(lane) + (kind == 0 ? 0 : value(lane ^ 1)));
    }
    inside_arm<<<1, 32>>>(device);
    fetch();
    for (unsigned lane = 0; lane < 32; ++lane) {
        CHECK((host[lane] >> lane & 1) == 1);
        CHECK((host[lane] & (lane < 16 ? 0xffff0000u : 0xffffu)) == 0); // lanes of the other arm are elsewhere
    }
    went_on(0, 16, 0xffff);
    went_on(32, 32, ~0u);
    after_exit<<<1, 32>>>(device);
    fetch();
    went_on(0, 20, 0xfffff);
    after_loop<<<1, 32>>>(device);
    fetch();
    went_on(0, 32, ~0u);
    all_are(32, 32, 1);
    in_function<<<1, 32>>>(device);
    fetch();
    went_on(0, 32, ~0u);
    halves<<<1, 32>>>(device);
    fetch();
    went_on(0, 32, ~0u);
    all_are(32, 16, 0xaaaa);
    all_are(48, 16, 0xcccc0000);
    all_are(64, 32, 32);
    std::puts("reconvergence passed");
}
