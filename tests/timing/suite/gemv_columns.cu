// A vector times a matrix: a thread per column.
#include "suite.h"

__global__ void gemv_columns(const float* a, const float* x, float* y, int rows, int columns)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns)
        return;
    float sum = 0.0f;
    for (int r = 0; r < rows; ++r)
        sum += a[r * columns + c] * x[r];
    y[c] = sum;
}

int main(int argc, char** argv)
{
    const int rows = 300;
    const int columns = 20'000;
    const auto matrix = suite::floats(rows * columns, 76);
    const auto vector = suite::floats(rows, 77);
    float* a = suite::device(matrix);
    float* x = suite::device(vector);
    float* y = suite::zeros<float>(columns);
    return suite::run(
        argc, argv, "gemv_columns", "gemv_columns", [&] { gemv_columns<<<(columns + 127) / 128, 128>>>(a, x, y, rows, columns); },
        [&] {
            const auto result = suite::host(y, columns);
            for (int c = 0; c < columns; ++c) {
                double sum = 0;
                for (int r = 0; r < rows; ++r)
                    sum += double(matrix[r * columns + c]) * vector[r];
                if (!suite::near(result[c], sum))
                    return false;
            }
            return true;
        });
}
