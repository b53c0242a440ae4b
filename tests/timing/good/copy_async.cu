// Sums of products in tiles that are copied asynchronously into a ring of three stages.
#include "suite.h"

#include <cuda_pipeline.h>

__global__ void copy_async(const float4* x, const float4* y, float* result, int tiles)
{
    __shared__ float4 left[3][256];
    __shared__ float4 right[3][256];
    int t = threadIdx.x;
    auto start = [&](int tile) {
        if (tile < tiles) {
            int i = (blockIdx.x * tiles + tile) * 256 + t;
            __pipeline_memcpy_async(&left[tile % 3][t], x + i, 16);
            __pipeline_memcpy_async(&right[tile % 3][t], y + i, 16);
        }
        __pipeline_commit();
    };
    start(0);
    start(1);
    float sum = 0.0f;
    for (int tile = 0; tile < tiles; ++tile) {
        start(tile + 2);
        __pipeline_wait_prior(2);
        float4 u = left[tile % 3][t];
        float4 v = right[tile % 3][t];
        sum += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
    }
    for (int s = 16; s > 0; s /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, s);
    if (t % 32 == 0)
        atomicAdd(result, sum);
}

int main(int argc, char** argv)
{
    const int blocks = 1056;
    const int tiles = 8;
    const int n = blocks * tiles * 1024;
    const auto left = suite::floats(n, 20);
    const auto right = suite::floats(n, 21);
    const float* x = suite::device(left);
    const float* y = suite::device(right);
    float* result = suite::zeros<float>(1);
    return suite::run(
        argc, argv, "copy_async", "copy_async",
        [&] {
            copy_async<<<blocks, 256>>>(reinterpret_cast<const float4*>(x), reinterpret_cast<const float4*>(y), result, tiles);
        },
        [&] {
            double expected = 0;
            for (int i = 0; i < n; ++i)
                expected += double(left[i]) * right[i];
            return suite::near(suite::host(result, 1)[0], expected, 1e-3);
        },
        [&] { suite::clear(result, 1); });
}
