// Counts of twelve classes directly in global memory.
#include "suite.h"

__global__ void count_classes(const float* values, unsigned* classes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&classes[int(values[i] * 12.0f)], 1u);
}

int main(int argc, char** argv)
{
    const int n = 400'000;
    const auto input = suite::floats(n, 30);
    float* values = suite::device(input);
    unsigned* classes = suite::zeros<unsigned>(12);
    return suite::run(
        argc, argv, "count_classes", "count_classes", [&] { count_classes<<<(n + 255) / 256, 256>>>(values, classes, n); },
        [&] {
            std::vector<unsigned> expected(12);
            for (float value : input)
                ++expected[int(value * 12.0F)];
            return suite::host(classes, 12) == expected;
        },
        [&] { suite::clear(classes, 12); });
}
