// Each thread counts the hexadecimal digits of its numbers in a local array with computed index.
#include "suite.h"

__global__ void local_counts(const unsigned* numbers, int* most, int n, int each)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int counts[16] = {};
    for (int k = 0; k < each; ++k) {
        unsigned value = numbers[k * n + i];
        for (int d = 0; d < 8; ++d)
            ++counts[(value >> (4 * d)) & 15];
    }
    int best = 0;
    for (int d = 1; d < 16; ++d)
        if (counts[d] > counts[best])
            best = d;
    most[i] = best;
}

int main(int argc, char** argv)
{
    const int n = 100'000;
    const int each = 12;
    suite::Random random(96);
    std::vector<unsigned> input(n * each);
    for (unsigned& value : input)
        value = random();
    unsigned* numbers = suite::device(input);
    int* most = suite::zeros<int>(n);
    return suite::run(
        argc, argv, "local_counts", "local_counts", [&] { local_counts<<<(n + 127) / 128, 128>>>(numbers, most, n, each); },
        [&] {
            const auto result = suite::host(most, n);
            for (int i = 0; i < n; ++i) {
                int counts[16] = {};
                for (int k = 0; k < each; ++k)
                    for (int d = 0; d < 8; ++d)
                        ++counts[input[k * n + i] >> (4 * d) & 15];
                if (result[i] != int(std::max_element(counts, counts + 16) - counts))
                    return false;
            }
            return true;
        });
}
