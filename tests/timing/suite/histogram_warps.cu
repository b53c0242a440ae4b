// A histogram of 64 classes with a copy per warp.
#include "suite.h"

__global__ void histogram_warps(const int* values, int* bins, int n)
{
    __shared__ int counts[8][64];
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    counts[warp][lane] = 0;
    counts[warp][lane + 32] = 0;
    __syncwarp();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&counts[warp][values[i]], 1);
    __syncthreads();
    if (threadIdx.x < 64) {
        int sum = 0;
        for (int w = 0; w < 8; ++w)
            sum += counts[w][threadIdx.x];
        atomicAdd(&bins[threadIdx.x], sum);
    }
}

int main(int argc, char** argv)
{
    const int n = 5'000'000;
    const auto input = suite::integers(n, 64, 29);
    int* values = suite::device(input);
    int* bins = suite::zeros<int>(64);
    return suite::run(
        argc, argv, "histogram_warps", "histogram_warps", [&] { histogram_warps<<<528, 256>>>(values, bins, n); },
        [&] {
            std::vector<int> expected(64);
            for (int value : input)
                ++expected[value];
            return suite::host(bins, 64) == expected;
        },
        [&] { suite::clear(bins, 64); });
}
