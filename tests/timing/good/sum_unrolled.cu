// A sum as in the last steps of the well-known ladder: first additions while loading, a tree that is unrolled completely.
#include "suite.h"

template <int block_size> __global__ void sum_unrolled(const int* input, int* result, int n)
{
    __shared__ int partial[block_size];
    int t = threadIdx.x;
    int sum = 0;
    for (int i = blockIdx.x * block_size * 2 + t; i < n; i += gridDim.x * block_size * 2) {
        sum += input[i];
        if (i + block_size < n)
            sum += input[i + block_size];
    }
    partial[t] = sum;
    __syncthreads();
    if (block_size >= 256) {
        if (t < 128)
            partial[t] = sum = sum + partial[t + 128];
        __syncthreads();
    }
    if (block_size >= 128) {
        if (t < 64)
            partial[t] = sum = sum + partial[t + 64];
        __syncthreads();
    }
    if (t < 32) {
        sum += partial[t + 32];
        for (int step = 16; step > 0; step /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, step);
        if (t == 0)
            atomicAdd(result, sum);
    }
}

int main(int argc, char** argv)
{
    const int n = 1 << 22;
    const auto input = suite::integers(n, 100, 3);
    const int* values = suite::device(input);
    int* result = suite::zeros<int>(1);
    return suite::run(
        argc, argv, "sum_unrolled", "sum_unrolled", [&] { sum_unrolled<256><<<1024, 256>>>(values, result, n); },
        [&] {
            long long expected = 0;
            for (int value : input)
                expected += value;
            return suite::host(result, 1)[0] == static_cast<int>(expected);
        },
        [&] { suite::clear(result, 1); });
}
