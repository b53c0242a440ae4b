// A moving average of 64 numbers: each thread reads its window.
#include "suite.h"

__global__ void moving_average(const float* x, float* y, int n, int window)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + window > n)
        return;
    float sum = 0.0f;
    for (int k = 0; k < window; ++k)
        sum += x[i + k];
    y[i] = sum / window;
}

int main(int argc, char** argv)
{
    const int n = 600'000;
    const int window = 64;
    const auto input = suite::floats(n, 107);
    float* x = suite::device(input);
    float* y = suite::zeros<float>(n);
    return suite::run(
        argc, argv, "moving_average", "moving_average", [&] { moving_average<<<(n + 255) / 256, 256>>>(x, y, n, window); },
        [&] {
            const auto result = suite::host(y, n);
            for (int i = 0; i + window <= n; i += 3) {
                double sum = 0;
                for (int k = 0; k < window; ++k)
                    sum += input[i + k];
                if (!suite::near(result[i], sum / window))
                    return false;
            }
            return true;
        });
}
