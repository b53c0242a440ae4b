// Adds a residual and applies GELU to numbers of 16 bits, two per thread.
#include "suite.h"

#include <cuda_fp16.h>

__global__ void residual_half(const __half2* x, const __half2* residual, __half2* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 v = __half22float2(__hadd2(x[i], residual[i]));
    v.x = 0.5f * v.x * (1.0f + tanhf(0.79788456f * (v.x + 0.044715f * v.x * v.x * v.x)));
    v.y = 0.5f * v.y * (1.0f + tanhf(0.79788456f * (v.y + 0.044715f * v.y * v.y * v.y)));
    y[i] = __float22half2_rn(v);
}

int main(int argc, char** argv)
{
    const int n = 1'500'000;
    auto first = suite::floats(2 * n, 65);
    auto second = suite::floats(2 * n, 66);
    std::vector<__half2> a(n);
    std::vector<__half2> b(n);
    for (int i = 0; i < n; ++i) {
        a[i] = __floats2half2_rn(4 * first[2 * i] - 2, 4 * first[2 * i + 1] - 2);
        b[i] = __floats2half2_rn(second[2 * i], second[2 * i + 1]);
    }
    __half2* x = suite::device(a);
    __half2* residual = suite::device(b);
    __half2* y = suite::zeros<__half2>(n);
    return suite::run(
        argc, argv, "residual_half", "residual_half", [&] { residual_half<<<(n + 255) / 256, 256>>>(x, residual, y, n); },
        [&] {
            const auto result = suite::host(y, n);
            for (int i = 0; i < n; i += 3) {
                const double v = double(__low2float(a[i])) + __low2float(b[i]);
                if (std::fabs(__low2float(result[i]) - 0.5 * v * (1 + std::tanh(0.79788456 * (v + 0.044715 * v * v * v)))) > 0.01)
                    return false;
            }
            return true;
        });
}
