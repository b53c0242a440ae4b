// A sparse matrix of seven diagonals, as from a stencil.
#include "suite.h"

__global__ void spmv_diagonals(const float* values, const int* offsets, const float* x, float* y, int n, int diagonals)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float sum = 0.0f;
    for (int d = 0; d < diagonals; ++d) {
        int column = row + offsets[d];
        if (column >= 0 && column < n)
            sum += values[d * n + row] * x[column];
    }
    y[row] = sum;
}

int main(int argc, char** argv)
{
    const int n = 500'000;
    const std::vector<int> offset { -4000, -200, -1, 0, 1, 200, 4000 };
    const auto value = suite::floats(7 * n, 18);
    const auto vector = suite::floats(n, 19);
    float* values = suite::device(value);
    int* offsets = suite::device(offset);
    float* x = suite::device(vector);
    float* y = suite::zeros<float>(n);
    return suite::run(
        argc, argv, "spmv_diagonals", "spmv_diagonals",
        [&] { spmv_diagonals<<<(n + 191) / 192, 192>>>(values, offsets, x, y, n, 7); },
        [&] {
            const auto result = suite::host(y, n);
            for (int row = 0; row < n; ++row) {
                double sum = 0;
                for (int d = 0; d < 7; ++d)
                    if (row + offset[d] >= 0 && row + offset[d] < n)
                        sum += double(value[d * n + row]) * vector[row + offset[d]];
                if (!suite::near(result[row], sum))
                    return false;
            }
            return true;
        });
}
