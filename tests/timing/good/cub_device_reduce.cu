// cub::DeviceReduce of integers.
#include "suite.h"

#include <cub/cub.cuh>

int main(int argc, char** argv)
{
    const int n = 1 << 22;
    const auto input = suite::integers(n, 100, 25);
    const int* values = suite::device(input);
    int* result = suite::zeros<int>(1);
    size_t bytes = 0;
    suite::check(cub::DeviceReduce::Sum(nullptr, bytes, values, result, n));
    char* storage = suite::zeros<char>(bytes);
    return suite::run(
        argc, argv, "cub_device_reduce", "DeviceReduceKernel",
        [&] { suite::check(cub::DeviceReduce::Sum(storage, bytes, values, result, n)); },
        [&] {
            long long expected = 0;
            for (int value : input)
                expected += value;
            return suite::host(result, 1)[0] == static_cast<int>(expected);
        });
}
