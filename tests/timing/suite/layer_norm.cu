// Layer normalization: a block per row, sums by shuffles.
#include "suite.h"

__global__ void layer_norm(const float* x, const float* scale, const float* shift, float* y, int columns)
{
    __shared__ float sums[8];
    __shared__ float squares[8];
    const float* row = x + blockIdx.x * columns;
    float sum = 0.0f;
    float square = 0.0f;
    for (int c = threadIdx.x; c < columns; c += blockDim.x) {
        sum += row[c];
        square += row[c] * row[c];
    }
    for (int step = 16; step > 0; step /= 2) {
        sum += __shfl_xor_sync(0xffffffffu, sum, step);
        square += __shfl_xor_sync(0xffffffffu, square, step);
    }
    if (threadIdx.x % 32 == 0) {
        sums[threadIdx.x / 32] = sum;
        squares[threadIdx.x / 32] = square;
    }
    __syncthreads();
    sum = 0.0f;
    square = 0.0f;
    for (int w = 0; w < 8; ++w) {
        sum += sums[w];
        square += squares[w];
    }
    float mean = sum / columns;
    float inverse = rsqrtf(square / columns - mean * mean + 1e-5f);
    for (int c = threadIdx.x; c < columns; c += blockDim.x)
        y[blockIdx.x * columns + c] = (row[c] - mean) * inverse * scale[c] + shift[c];
}

int main(int argc, char** argv)
{
    const int rows = 2048;
    const int columns = 768;
    const auto input = suite::floats(rows * columns, 62);
    const auto scales = suite::floats(columns, 63);
    const auto shifts = suite::floats(columns, 64);
    float* x = suite::device(input);
    float* scale = suite::device(scales);
    float* shift = suite::device(shifts);
    float* y = suite::zeros<float>(rows * columns);
    return suite::run(
        argc, argv, "layer_norm", "layer_norm", [&] { layer_norm<<<rows, 256>>>(x, scale, shift, y, columns); },
        [&] {
            const auto result = suite::host(y, rows * columns);
            for (int r = 0; r < rows; r += 17) {
                double sum = 0;
                double square = 0;
                for (int c = 0; c < columns; ++c) {
                    const double value = input[r * columns + c];
                    sum += value;
                    square += value * value;
                }
                const double mean = sum / columns;
                const double deviation = std::sqrt(square / columns - mean * mean + 1e-5);
                for (int c = 0; c < columns; ++c)
                    if (!suite::near(
                            result[r * columns + c], (input[r * columns + c] - mean) / deviation * scales[c] + shifts[c], 1e-3))
                        return false;
            }
            return true;
        });
}
