// Primes by trial division, counted with one atomic operation per block.
#include "suite.h"

__global__ void count_primes(int first, int n, int* primes)
{
    __shared__ int found;
    if (threadIdx.x == 0)
        found = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int candidate = first + 2 * i;
    bool prime = i < n;
    for (int d = 3; prime && d * d <= candidate; d += 2)
        if (candidate % d == 0)
            prime = false;
    if (prime)
        atomicAdd(&found, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(primes, found);
}

int main(int argc, char** argv)
{
    const int n = 200'000;
    const int first = 100'001;
    int* primes = suite::zeros<int>(1);
    return suite::run(
        argc, argv, "count_primes", "count_primes", [&] { count_primes<<<(n + 127) / 128, 128>>>(first, n, primes); },
        [&] {
            std::vector<bool> composite(first + 2 * n);
            for (int p = 2; p * p < first + 2 * n; ++p)
                for (int m = p * p; m < first + 2 * n && !composite[p]; m += p)
                    composite[m] = true;
            int expected = 0;
            for (int i = 0; i < n; ++i)
                expected += !composite[first + 2 * i];
            return suite::host(primes, 1)[0] == expected;
        },
        [&] { suite::clear(primes, 1); });
}
