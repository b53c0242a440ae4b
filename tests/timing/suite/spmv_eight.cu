// A sparse matrix by rows of random length: eight lanes per row.
#include "suite.h"

__global__ void spmv_eight(const int* begin, const int* columns, const float* values, const float* x, float* y, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
    int lane = threadIdx.x % 8;
    float sum = 0.0f;
    if (row < rows)
        for (int i = begin[row] + lane; i < begin[row + 1]; i += 8)
            sum += values[i] * x[columns[i]];
    for (int step = 4; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, step, 8);
    if (lane == 0 && row < rows)
        y[row] = sum;
}

int main(int argc, char** argv)
{
    const int rows = 150'000;
    suite::Random random(14);
    std::vector<int> start(rows + 1);
    for (int i = 0; i < rows; ++i)
        start[i + 1] = start[i] + 4 + int(random.below(25));
    const int n = start[rows];
    const auto column = suite::integers(n, rows, 15);
    const auto value = suite::floats(n, 16);
    const auto vector = suite::floats(rows, 17);
    int* begin = suite::device(start);
    int* columns = suite::device(column);
    float* values = suite::device(value);
    float* x = suite::device(vector);
    float* y = suite::zeros<float>(rows);
    return suite::run(
        argc, argv, "spmv_eight", "spmv_eight",
        [&] { spmv_eight<<<(rows * 8 + 255) / 256, 256>>>(begin, columns, values, x, y, rows); },
        [&] {
            const auto result = suite::host(y, rows);
            for (int row = 0; row < rows; ++row) {
                double sum = 0;
                for (int i = start[row]; i < start[row + 1]; ++i)
                    sum += double(value[i]) * vector[column[i]];
                if (!suite::near(result[row], sum, 1e-3))
                    return false;
            }
            return true;
        });
}
