// A polynomial of degree 31 with its coefficients in constant memory.
#include "suite.h"

__constant__ float coefficients[32];

__global__ void polynomial_constant(const float* x, float* y, int n, int degree)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float value = 0.0f;
#pragma unroll 1
    for (int k = degree; k >= 0; --k)
        value = value * x[i] + coefficients[k];
    y[i] = value;
}

int main(int argc, char** argv)
{
    const int n = 1'000'000;
    const auto input = suite::floats(n, 98);
    const auto factor = suite::floats(32, 99);
    suite::check(cudaMemcpyToSymbol(coefficients, factor.data(), sizeof coefficients));
    float* x = suite::device(input);
    float* y = suite::zeros<float>(n);
    return suite::run(
        argc, argv, "polynomial_constant", "polynomial_constant",
        [&] { polynomial_constant<<<(n + 255) / 256, 256>>>(x, y, n, 31); },
        [&] {
            const auto result = suite::host(y, n);
            for (int i = 0; i < n; ++i) {
                double value = 0;
                for (int k = 31; k >= 0; --k)
                    value = value * input[i] + factor[k];
                if (!suite::near(result[i], value))
                    return false;
            }
            return true;
        });
}
