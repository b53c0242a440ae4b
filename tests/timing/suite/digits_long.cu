// Sums of decimal digits of 64-bit numbers: divisions by a constant.
#include "suite.h"

__global__ void digits_long(const unsigned long long* numbers, int* sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned long long rest = numbers[i];
    int sum = 0;
    while (rest > 0) {
        sum += int(rest % 10);
        rest /= 10;
    }
    sums[i] = sum;
}

int main(int argc, char** argv)
{
    const int n = 400'000;
    suite::Random random(95);
    std::vector<unsigned long long> input(n);
    for (auto& value : input)
        value = (uint64_t(random()) << 32 | random()) >> random.below(40);
    unsigned long long* numbers = suite::device(input);
    int* sums = suite::zeros<int>(n);
    return suite::run(
        argc, argv, "digits_long", "digits_long", [&] { digits_long<<<(n + 255) / 256, 256>>>(numbers, sums, n); },
        [&] {
            const auto result = suite::host(sums, n);
            for (int i = 0; i < n; ++i) {
                int sum = 0;
                for (auto rest = input[i]; rest > 0; rest /= 10)
                    sum += int(rest % 10);
                if (result[i] != sum)
                    return false;
            }
            return true;
        });
}
