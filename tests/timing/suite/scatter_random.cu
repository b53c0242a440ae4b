// Writes a permutation at random places.
#include "suite.h"

__global__ void scatter_random(const int* place, const int2* in, int2* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[place[i]] = in[i];
}

int main(int argc, char** argv)
{
    const int n = 1 << 20;
    suite::Random random(91);
    std::vector<int> permutation(n);
    std::vector<int2> pairs(n);
    for (int i = 0; i < n; ++i) {
        permutation[i] = i;
        pairs[i] = make_int2(i, -i);
    }
    for (int i = n - 1; i > 0; --i)
        std::swap(permutation[i], permutation[random.below(i + 1)]);
    int* place = suite::device(permutation);
    int2* in = suite::device(pairs);
    int2* out = suite::zeros<int2>(n);
    return suite::run(
        argc, argv, "scatter_random", "scatter_random", [&] { scatter_random<<<n / 256, 256>>>(place, in, out, n); },
        [&] {
            const auto result = suite::host(out, n);
            for (int i = 0; i < n; ++i)
                if (result[permutation[i]].x != i || result[permutation[i]].y != -i)
                    return false;
            return true;
        });
}
