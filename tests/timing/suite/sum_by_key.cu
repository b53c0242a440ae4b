// Sums by key: floating point additions to 100 keys in shared memory.
#include "suite.h"

__global__ void sum_by_key(const int* keys, const float* values, float* sums, int n)
{
    __shared__ float partial[100];
    if (threadIdx.x < 100)
        partial[threadIdx.x] = 0.0f;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&partial[keys[i]], values[i]);
    __syncthreads();
    if (threadIdx.x < 100)
        atomicAdd(&sums[threadIdx.x], partial[threadIdx.x]);
}

int main(int argc, char** argv)
{
    const int n = 1'000'000;
    const auto key = suite::integers(n, 100, 55);
    const auto value = suite::floats(n, 56);
    int* keys = suite::device(key);
    float* values = suite::device(value);
    float* sums = suite::zeros<float>(100);
    return suite::run(
        argc, argv, "sum_by_key", "sum_by_key", [&] { sum_by_key<<<264, 256>>>(keys, values, sums, n); },
        [&] {
            std::vector<double> expected(100);
            for (int i = 0; i < n; ++i)
                expected[key[i]] += value[i];
            const auto result = suite::host(sums, 100);
            for (int k = 0; k < 100; ++k)
                if (!suite::near(result[k], expected[k], 1e-3))
                    return false;
            return true;
        },
        [&] { suite::clear(sums, 100); });
}
