// Histograms of three colors in shared memory.
#include "suite.h"

__global__ void histogram_colors(const uchar4* image, unsigned* bins, int n)
{
    __shared__ unsigned counts[3 * 256];
    for (int i = threadIdx.x; i < 3 * 256; i += blockDim.x)
        counts[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uchar4 p = image[i];
        atomicAdd(&counts[p.x], 1);
        atomicAdd(&counts[256 + p.y], 1);
        atomicAdd(&counts[512 + p.z], 1);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 3 * 256; i += blockDim.x)
        atomicAdd(&bins[i], counts[i]);
}

int main(int argc, char** argv)
{
    const int n = 1 << 21;
    suite::Random random(28);
    std::vector<uchar4> pixels(n);
    for (auto& p : pixels)
        p = make_uchar4(random.below(256), 64 + (random.below(64) + random.below(64)), random.below(16), 0);
    uchar4* image = suite::device(pixels);
    unsigned* bins = suite::zeros<unsigned>(768);
    return suite::run(
        argc, argv, "histogram_colors", "histogram_colors", [&] { histogram_colors<<<264, 512>>>(image, bins, n); },
        [&] {
            std::vector<unsigned> expected(768);
            for (const auto& p : pixels) {
                ++expected[p.x];
                ++expected[256 + p.y];
                ++expected[512 + p.z];
            }
            return suite::host(bins, 768) == expected;
        },
        [&] { suite::clear(bins, 768); });
}
