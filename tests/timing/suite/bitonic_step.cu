// One step of a bitonic sort in global memory.
#include "suite.h"

__global__ void bitonic_step(int* keys, int j, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int partner = i ^ j;
    if (partner > i) {
        int a = keys[i];
        int b = keys[partner];
        bool ascending = (i & k) == 0;
        if ((a > b) == ascending) {
            keys[i] = b;
            keys[partner] = a;
        }
    }
}

int main(int argc, char** argv)
{
    const int n = 1 << 21;
    const int j = 128;
    const int k = 1024;
    const auto input = suite::integers(n, 1 << 30, 1);
    int* original = suite::device(input);
    int* keys = suite::zeros<int>(n);
    return suite::run(
        argc, argv, "bitonic_step", "bitonic_step", [&] { bitonic_step<<<n / 256, 256>>>(keys, j, k); },
        [&] {
            const auto result = suite::host(keys, n);
            for (int i = 0; i < n; ++i) {
                const int low = std::min(input[i], input[i ^ j]);
                const int high = std::max(input[i], input[i ^ j]);
                const bool first = (i & j) == 0;
                const bool ascending = (i & k) == 0;
                if (result[i] != (first == ascending ? low : high))
                    return false;
            }
            return true;
        },
        [&] { suite::copy(keys, original, n); });
}
