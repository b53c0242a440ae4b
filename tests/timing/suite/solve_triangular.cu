// Forward substitution in one block: a barrier per unknown.
#include "suite.h"

__global__ void solve_triangular(const float* l, float* x, int n)
{
    __shared__ float solved;
    float value = x[threadIdx.x];
    for (int k = 0; k < n; ++k) {
        if (threadIdx.x == k) {
            value /= l[k * n + k];
            solved = value;
        }
        __syncthreads();
        if (threadIdx.x > k)
            value -= l[k * n + threadIdx.x] * solved;
        __syncthreads();
    }
    x[threadIdx.x] = value;
}

int main(int argc, char** argv)
{
    const int n = 512;
    auto matrix = suite::floats(n * n, 86); // the column k of the triangle is row k
    for (int i = 0; i < n * n; ++i)
        matrix[i] = i / n == i % n ? 2.0F : matrix[i] / n;
    const auto right = suite::floats(n, 87);
    float* l = suite::device(matrix);
    float* original = suite::device(right);
    float* x = suite::zeros<float>(n);
    return suite::run(
        argc, argv, "solve_triangular", "solve_triangular", [&] { solve_triangular<<<1, n>>>(l, x, n); },
        [&] {
            const auto result = suite::host(x, n);
            for (int row = 0; row < n; ++row) {
                double sum = 0;
                for (int k = 0; k <= row; ++k)
                    sum += double(matrix[k * n + row]) * result[k];
                if (!suite::near(sum, right[row], 1e-3))
                    return false;
            }
            return true;
        },
        [&] { suite::copy(x, original, n); });
}
