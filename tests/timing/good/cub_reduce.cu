// A sum with cub::BlockReduce and vectorized cub::BlockLoad.
#include "suite.h"

#include <cub/cub.cuh>

__global__ void __launch_bounds__(256) cub_reduce(const int* input, int* result)
{
    using Load = cub::BlockLoad<int, 256, 16, cub::BLOCK_LOAD_VECTORIZE>;
    using Reduce = cub::BlockReduce<int, 256>;
    __shared__ typename Reduce::TempStorage storage;
    int items[16];
    Load().Load(input + blockIdx.x * 4096, items);
    int sum = Reduce(storage).Sum(items);
    if (threadIdx.x == 0)
        atomicAdd(result, sum);
}

int main(int argc, char** argv)
{
    const int n = 1 << 22;
    const auto input = suite::integers(n, 100, 22);
    const int* values = suite::device(input);
    int* result = suite::zeros<int>(1);
    return suite::run(
        argc, argv, "cub_reduce", "cub_reduce", [&] { cub_reduce<<<n / 4096, 256>>>(values, result); },
        [&] {
            long long expected = 0;
            for (int value : input)
                expected += value;
            return suite::host(result, 1)[0] == static_cast<int>(expected);
        },
        [&] { suite::clear(result, 1); });
}
