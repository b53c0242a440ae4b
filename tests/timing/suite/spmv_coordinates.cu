// A sparse matrix as a list of coordinates: each thread adds one product to its row.
#include "suite.h"

__global__ void spmv_coordinates(const int* rows, const int* columns, const float* values, const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&y[rows[i]], values[i] * x[columns[i]]);
}

int main(int argc, char** argv)
{
    const int size = 100'000;
    const int n = 1'200'000;
    auto row = suite::integers(n, size, 10);
    std::sort(row.begin(), row.end());
    const auto column = suite::integers(n, size, 11);
    const auto value = suite::floats(n, 12);
    const auto vector = suite::floats(size, 13);
    int* rows = suite::device(row);
    int* columns = suite::device(column);
    float* values = suite::device(value);
    float* x = suite::device(vector);
    float* y = suite::zeros<float>(size);
    return suite::run(
        argc, argv, "spmv_coordinates", "spmv_coordinates",
        [&] { spmv_coordinates<<<(n + 255) / 256, 256>>>(rows, columns, values, x, y, n); },
        [&] {
            std::vector<double> expected(size);
            for (int i = 0; i < n; ++i)
                expected[row[i]] += double(value[i]) * vector[column[i]];
            const auto result = suite::host(y, size);
            for (int i = 0; i < size; ++i)
                if (!suite::near(result[i], expected[i], 1e-3))
                    return false;
            return true;
        },
        [&] { suite::clear(y, size); });
}
