// The trailing update of an LU decomposition without pivots: one rank-1 step.
#include "suite.h"

__global__ void lu_update(float* a, int n, int k)
{
    int column = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    int row = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (row < n && column < n)
        a[row * n + column] -= a[row * n + k] * a[k * n + column];
}

int main(int argc, char** argv)
{
    const int n = 1300;
    const int k = 77;
    const int rest = n - k - 1;
    const auto input = suite::floats(n * n, 85);
    float* original = suite::device(input);
    float* a = suite::zeros<float>(n * n);
    return suite::run(
        argc, argv, "lu_update", "lu_update",
        [&] { lu_update<<<dim3((rest + 15) / 16, (rest + 15) / 16), dim3(16, 16)>>>(a, n, k); },
        [&] {
            const auto result = suite::host(a, n * n);
            for (int row = k + 1; row < n; ++row)
                for (int column = k + 1; column < n; ++column)
                    if (!suite::near(
                            result[row * n + column], input[row * n + column] - input[row * n + k] * input[k * n + column]))
                        return false;
            return true;
        },
        [&] { suite::copy(a, original, n * n); });
}
