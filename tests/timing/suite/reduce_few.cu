// A sum with 24 blocks only.
#include "suite.h"

__global__ void reduce_few(const float* x, float* sum, int n)
{
    float mine = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        mine += x[i];
    for (int step = 16; step > 0; step /= 2)
        mine += __shfl_down_sync(0xffffffffu, mine, step);
    if (threadIdx.x % 32 == 0)
        atomicAdd(sum, mine);
}

int main(int argc, char** argv)
{
    const int n = 1 << 20;
    const auto input = suite::floats(n, 100);
    float* x = suite::device(input);
    float* sum = suite::zeros<float>(1);
    return suite::run(
        argc, argv, "reduce_few", "reduce_few", [&] { reduce_few<<<24, 256>>>(x, sum, n); },
        [&] {
            double expected = 0;
            for (float value : input)
                expected += value;
            return suite::near(suite::host(sum, 1)[0], expected, 1e-3);
        },
        [&] { suite::clear(sum, 1); });
}
