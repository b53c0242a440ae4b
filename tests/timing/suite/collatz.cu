// The length of Collatz sequences in 64 bits.
#include "suite.h"

__global__ void collatz(int* steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned long long value = i + 1;
    int count = 0;
    while (value != 1) {
        value = value % 2 == 0 ? value / 2 : 3 * value + 1;
        ++count;
    }
    steps[i] = count;
}

int main(int argc, char** argv)
{
    const int n = 300'000;
    int* steps = suite::zeros<int>(n);
    return suite::run(
        argc, argv, "collatz", "collatz", [&] { collatz<<<(n + 255) / 256, 256>>>(steps, n); },
        [&] {
            const auto result = suite::host(steps, n);
            for (int i = 0; i < n; i += 7) {
                int count = 0;
                for (uint64_t value = i + 1; value != 1; ++count)
                    value = value % 2 == 0 ? value / 2 : 3 * value + 1;
                if (result[i] != count)
                    return false;
            }
            return true;
        });
}
