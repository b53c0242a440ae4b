// Softmax of rows of 1024 elements: a warp per row, whose elements stay in registers.
#include "suite.h"

__global__ void softmax_warp(const float* x, float* y, int columns)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    float values[32];
    float most = -1e30f;
#pragma unroll
    for (int i = 0; i < 32; ++i) {
        values[i] = x[row * columns + i * 32 + lane];
        most = fmaxf(most, values[i]);
    }
    for (int s = 16; s > 0; s /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, s));
    float sum = 0.0f;
#pragma unroll
    for (int i = 0; i < 32; ++i) {
        values[i] = __expf(values[i] - most);
        sum += values[i];
    }
    for (int s = 16; s > 0; s /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, s);
    float inverse = 1.0f / sum;
#pragma unroll
    for (int i = 0; i < 32; ++i)
        y[row * columns + i * 32 + lane] = values[i] * inverse;
}

int main(int argc, char** argv)
{
    const int rows = 4096;
    const int columns = 1024;
    const auto input = suite::floats(rows * columns, 10);
    float* x = suite::device(input);
    float* y = suite::zeros<float>(rows * columns);
    return suite::run(
        argc, argv, "softmax_warp", "softmax_warp", [&] { softmax_warp<<<rows / 8, 256>>>(x, y, columns); },
        [&] {
            const auto result = suite::host(y, rows * columns);
            for (int r = 0; r < rows; r += 17) {
                double sum = 0;
                for (int c = 0; c < columns; ++c)
                    sum += std::exp(double(input[r * columns + c]));
                for (int c = 0; c < columns; ++c)
                    if (std::fabs(result[r * columns + c] - std::exp(double(input[r * columns + c])) / sum) > 1e-6)
                        return false;
            }
            return true;
        });
}
