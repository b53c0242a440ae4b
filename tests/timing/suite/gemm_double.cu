// A product of double matrices of odd size with tiles of 16 x 16.
#include "suite.h"

__global__ void gemm_double(const double* a, const double* b, double* c, int n)
{
    __shared__ double left[16][16];
    __shared__ double right[16][16];
    int row = blockIdx.y * 16 + threadIdx.y;
    int column = blockIdx.x * 16 + threadIdx.x;
    double sum = 0.0;
    for (int k0 = 0; k0 < n; k0 += 16) {
        left[threadIdx.y][threadIdx.x] = row < n && k0 + threadIdx.x < n ? a[row * n + k0 + threadIdx.x] : 0.0;
        right[threadIdx.y][threadIdx.x] = k0 + threadIdx.y < n && column < n ? b[(k0 + threadIdx.y) * n + column] : 0.0;
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            sum += left[threadIdx.y][k] * right[k][threadIdx.x];
        __syncthreads();
    }
    if (row < n && column < n)
        c[row * n + column] = sum;
}

int main(int argc, char** argv)
{
    const int n = 501;
    suite::Random random(75);
    std::vector<double> left(n * n);
    std::vector<double> right(n * n);
    for (int i = 0; i < n * n; ++i) {
        left[i] = random.unit();
        right[i] = random.unit();
    }
    double* a = suite::device(left);
    double* b = suite::device(right);
    double* c = suite::zeros<double>(n * n);
    const int tiles = (n + 15) / 16;
    return suite::run(
        argc, argv, "gemm_double", "gemm_double", [&] { gemm_double<<<dim3(tiles, tiles), dim3(16, 16)>>>(a, b, c, n); },
        [&] {
            const auto result = suite::host(c, n * n);
            for (int row = 0; row < n; row += 3)
                for (int column = 0; column < n; column += 3) {
                    double sum = 0;
                    for (int k = 0; k < n; ++k)
                        sum += left[row * n + k] * right[k * n + column];
                    if (!suite::near(result[row * n + column], sum, 1e-9))
                        return false;
                }
            return true;
        });
}
