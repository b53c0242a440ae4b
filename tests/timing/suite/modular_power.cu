// Powers modulo a number of 31 bits: 64-bit remainders.
#include "suite.h"

__global__ void modular_power(const unsigned* bases, unsigned* results, unsigned exponent, unsigned modulus, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned long long base = bases[i];
    unsigned long long result = 1;
    for (unsigned e = exponent; e > 0; e >>= 1) {
        if (e & 1)
            result = result * base % modulus;
        base = base * base % modulus;
    }
    results[i] = (unsigned)result;
}

int main(int argc, char** argv)
{
    const int n = 150'000;
    suite::Random random(94);
    std::vector<unsigned> base(n);
    for (unsigned& value : base)
        value = random.below(2147483629U);
    unsigned* bases = suite::device(base);
    unsigned* results = suite::zeros<unsigned>(n);
    return suite::run(
        argc, argv, "modular_power", "modular_power",
        [&] { modular_power<<<(n + 127) / 128, 128>>>(bases, results, 65537, 2147483629U, n); },
        [&] {
            const auto result = suite::host(results, n);
            for (int i = 0; i < n; ++i) {
                uint64_t value = base[i];
                for (int k = 0; k < 16; ++k)
                    value = value * value % 2147483629U;
                if (result[i] != value * base[i] % 2147483629U)
                    return false;
            }
            return true;
        });
}
