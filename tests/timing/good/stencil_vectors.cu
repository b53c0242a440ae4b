// Sums of 17 neighbors: each thread computes four from 20 values in registers.
#include "suite.h"

__global__ void stencil_vectors(const float* x, float* y)
{
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    float values[20];
#pragma unroll
    for (int k = 0; k < 5; ++k) {
        float4 four = *reinterpret_cast<const float4*>(x + i + 4 * k);
        values[4 * k] = four.x;
        values[4 * k + 1] = four.y;
        values[4 * k + 2] = four.z;
        values[4 * k + 3] = four.w;
    }
    float sums[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        sums[j] = 0.0f;
#pragma unroll
        for (int k = 0; k < 17; ++k)
            sums[j] += values[j + k];
    }
    *reinterpret_cast<float4*>(y + i) = make_float4(sums[0], sums[1], sums[2], sums[3]);
}

int main(int argc, char** argv)
{
    const int n = 1 << 22;
    const auto input = suite::floats(n + 16, 14);
    float* x = suite::device(input);
    float* y = suite::zeros<float>(n);
    return suite::run(
        argc, argv, "stencil_vectors", "stencil_vectors", [&] { stencil_vectors<<<n / 1024, 256>>>(x, y); },
        [&] {
            const auto result = suite::host(y, n);
            for (int i = 0; i < n; i += 7) {
                double sum = 0;
                for (int k = 0; k < 17; ++k)
                    sum += input[i + k];
                if (!suite::near(result[i], sum))
                    return false;
            }
            return true;
        });
}
