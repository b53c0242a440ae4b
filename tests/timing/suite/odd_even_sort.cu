// Each block sorts 256 keys by odd-even transposition in shared memory.
#include "suite.h"

__global__ void odd_even_sort(float* keys)
{
    __shared__ float tile[256];
    int t = threadIdx.x;
    int base = blockIdx.x * 256;
    tile[t] = keys[base + t];
    tile[t + 128] = keys[base + t + 128];
    __syncthreads();
    for (int round = 0; round < 256; ++round) {
        int left = 2 * t + (round & 1);
        if (left + 1 < 256) {
            float a = tile[left];
            float b = tile[left + 1];
            if (a > b) {
                tile[left] = b;
                tile[left + 1] = a;
            }
        }
        __syncthreads();
    }
    keys[base + t] = tile[t];
    keys[base + t + 128] = tile[t + 128];
}

int main(int argc, char** argv)
{
    const int blocks = 1056;
    const int n = blocks * 256;
    auto input = suite::floats(n, 2);
    float* original = suite::device(input);
    float* keys = suite::zeros<float>(n);
    return suite::run(
        argc, argv, "odd_even_sort", "odd_even_sort", [&] { odd_even_sort<<<blocks, 128>>>(keys); },
        [&] {
            for (int b = 0; b < blocks; ++b)
                std::sort(input.begin() + b * 256, input.begin() + (b + 1) * 256);
            return suite::host(keys, n) == input;
        },
        [&] { suite::copy(keys, original, n); });
}
