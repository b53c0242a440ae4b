// A product of float matrices: blocks of 64 x 64, 4 x 4 results per thread.
#include "suite.h"

__global__ void gemm_registers(const float* a, const float* b, float* c, int n)
{
    __shared__ float left[16][64];
    __shared__ float right[16][64];
    int tx = threadIdx.x % 16;
    int ty = threadIdx.x / 16;
    int row0 = blockIdx.y * 64;
    int column0 = blockIdx.x * 64;
    float sum[4][4] = {};
    for (int k0 = 0; k0 < n; k0 += 16) {
        for (int i = threadIdx.x; i < 1024; i += 256) {
            left[i % 16][i / 16] = a[(row0 + i / 16) * n + k0 + i % 16];
            right[i / 64][i % 64] = b[(k0 + i / 64) * n + column0 + i % 64];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float x[4];
            float y[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                x[i] = left[k][ty * 4 + i];
                y[i] = right[k][tx * 4 + i];
            }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    sum[i][j] += x[i] * y[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            c[(row0 + ty * 4 + i) * n + column0 + tx * 4 + j] = sum[i][j];
}

int main(int argc, char** argv)
{
    const int n = 576;
    const auto left = suite::floats(n * n, 73);
    const auto right = suite::floats(n * n, 74);
    float* a = suite::device(left);
    float* b = suite::device(right);
    float* c = suite::zeros<float>(n * n);
    return suite::run(
        argc, argv, "gemm_registers", "gemm_registers", [&] { gemm_registers<<<dim3(n / 64, n / 64), 256>>>(a, b, c, n); },
        [&] {
            const auto result = suite::host(c, n * n);
            for (int row = 0; row < n; row += 11)
                for (int column = 0; column < n; column += 5) {
                    double sum = 0;
                    for (int k = 0; k < n; ++k)
                        sum += double(left[row * n + k]) * right[k * n + column];
                    if (!suite::near(result[row * n + column], sum))
                        return false;
                }
            return true;
        });
}
