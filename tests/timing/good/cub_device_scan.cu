// cub::DeviceScan: a single pass with decoupled look-back.
#include "suite.h"

#include <cub/cub.cuh>

int main(int argc, char** argv)
{
    const int n = 1 << 22;
    const auto input = suite::integers(n, 100, 26);
    const int* x = suite::device(input);
    int* y = suite::zeros<int>(n);
    size_t bytes = 0;
    suite::check(cub::DeviceScan::InclusiveSum(nullptr, bytes, x, y, n));
    char* storage = suite::zeros<char>(bytes);
    return suite::run(
        argc, argv, "cub_device_scan", "DeviceScanKernel",
        [&] { suite::check(cub::DeviceScan::InclusiveSum(storage, bytes, x, y, n)); },
        [&] {
            const auto result = suite::host(y, n);
            int sum = 0;
            for (int i = 0; i < n; ++i)
                if (result[i] != (sum += input[i]))
                    return false;
            return true;
        });
}
