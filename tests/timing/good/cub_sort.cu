// Blocks of 1024 keys sorted with cub::BlockRadixSort.
#include "suite.h"

#include <cub/cub.cuh>

__global__ void __launch_bounds__(256) cub_sort(const unsigned* input, unsigned* output)
{
    using Sort = cub::BlockRadixSort<unsigned, 256, 4>;
    __shared__ typename Sort::TempStorage storage;
    unsigned keys[4];
    cub::LoadDirectStriped<256>(threadIdx.x, input + blockIdx.x * 1024, keys);
    Sort(storage).SortBlockedToStriped(keys, 0, 16);
    cub::StoreDirectStriped<256>(threadIdx.x, output + blockIdx.x * 1024, keys);
}

int main(int argc, char** argv)
{
    const int n = 1 << 20;
    suite::Random random(24);
    std::vector<unsigned> input(n);
    for (unsigned& value : input)
        value = random.below(1 << 16);
    const unsigned* x = suite::device(input);
    unsigned* y = suite::zeros<unsigned>(n);
    return suite::run(
        argc, argv, "cub_sort", "cub_sort", [&] { cub_sort<<<n / 1024, 256>>>(x, y); },
        [&] {
            auto expected = input;
            for (int i = 0; i < n; i += 1024)
                std::sort(expected.begin() + i, expected.begin() + i + 1024);
            return suite::host(y, n) == expected;
        });
}
