// Reads a table of 8 MB at random places.
#include "suite.h"

__global__ void gather_random(const int* index, const float* table, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = table[index[i]];
}

int main(int argc, char** argv)
{
    const int size = 1 << 21;
    const int n = 2'000'000;
    const auto places = suite::integers(n, size, 89);
    const auto numbers = suite::floats(size, 90);
    int* index = suite::device(places);
    float* table = suite::device(numbers);
    float* out = suite::zeros<float>(n);
    return suite::run(
        argc, argv, "gather_random", "gather_random", [&] { gather_random<<<(n + 255) / 256, 256>>>(index, table, out, n); },
        [&] {
            const auto result = suite::host(out, n);
            for (int i = 0; i < n; ++i)
                if (result[i] != numbers[places[i]])
                    return false;
            return true;
        });
}
