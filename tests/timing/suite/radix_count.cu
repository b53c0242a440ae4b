// The first kernel of a radix sort: each block counts the digits of its keys.
#include "suite.h"

__global__ void radix_count(const unsigned* keys, unsigned* counts, int n, int shift)
{
    __shared__ unsigned digits[16];
    if (threadIdx.x < 16)
        digits[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 2048 + threadIdx.x; i < min(n, (int(blockIdx.x) + 1) * 2048); i += blockDim.x)
        atomicAdd(&digits[(keys[i] >> shift) & 15], 1);
    __syncthreads();
    if (threadIdx.x < 16)
        counts[threadIdx.x * gridDim.x + blockIdx.x] = digits[threadIdx.x];
}

int main(int argc, char** argv)
{
    const int n = 3'000'000;
    const int blocks = (n + 2047) / 2048;
    suite::Random random(3);
    std::vector<unsigned> input(n);
    for (unsigned& key : input)
        key = random();
    unsigned* keys = suite::device(input);
    unsigned* counts = suite::zeros<unsigned>(16 * blocks);
    return suite::run(
        argc, argv, "radix_count", "radix_count", [&] { radix_count<<<blocks, 256>>>(keys, counts, n, 8); },
        [&] {
            std::vector<unsigned> expected(16 * blocks);
            for (int i = 0; i < n; ++i)
                ++expected[((input[i] >> 8) & 15) * blocks + i / 2048];
            return suite::host(counts, 16 * blocks) == expected;
        });
}
