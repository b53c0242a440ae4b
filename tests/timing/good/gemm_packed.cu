// A product of float matrices: blocks of 128 x 128, 8 x 8 results per thread, 16 bytes per access, the next tiles loaded early.
#include "suite.h"

__global__ void __launch_bounds__(256) gemm_packed(const float* a, const float* b, float* c, int n)
{
    __shared__ __align__(16) float left[2][8][132];
    __shared__ __align__(16) float right[2][8][128];
    int t = threadIdx.x;
    int tx = t % 16 * 4;
    int ty = t / 16 * 4;
    const float* from_a = a + (blockIdx.y * 128 + t / 2) * n + t % 2 * 4;
    const float* from_b = b + t / 32 * n + blockIdx.x * 128 + t % 32 * 4;
    float sum[8][8] = {};
    float4 next_a = *reinterpret_cast<const float4*>(from_a);
    float4 next_b = *reinterpret_cast<const float4*>(from_b);
    int half = 0;
    for (int k0 = 0; k0 < n; k0 += 8) {
        left[half][t % 2 * 4 + 0][t / 2] = next_a.x;
        left[half][t % 2 * 4 + 1][t / 2] = next_a.y;
        left[half][t % 2 * 4 + 2][t / 2] = next_a.z;
        left[half][t % 2 * 4 + 3][t / 2] = next_a.w;
        *reinterpret_cast<float4*>(&right[half][t / 32][t % 32 * 4]) = next_b;
        __syncthreads();
        if (k0 + 8 < n) {
            next_a = *reinterpret_cast<const float4*>(from_a + k0 + 8);
            next_b = *reinterpret_cast<const float4*>(from_b + (k0 + 8) * n);
        }
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            float x[8];
            float y[8];
            *reinterpret_cast<float4*>(x) = *reinterpret_cast<float4*>(&left[half][k][ty]);
            *reinterpret_cast<float4*>(x + 4) = *reinterpret_cast<float4*>(&left[half][k][ty + 64]);
            *reinterpret_cast<float4*>(y) = *reinterpret_cast<float4*>(&right[half][k][tx]);
            *reinterpret_cast<float4*>(y + 4) = *reinterpret_cast<float4*>(&right[half][k][tx + 64]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j)
                    sum[i][j] += x[i] * y[j];
        }
        half ^= 1;
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; j += 4)
            *reinterpret_cast<float4*>(c + (blockIdx.y * 128 + ty + i % 4 + i / 4 * 64) * n + blockIdx.x * 128 + tx + j * 16) =
                make_float4(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
}

int main(int argc, char** argv)
{
    const int n = 1536;
    const auto left = suite::floats(n * n, 7);
    const auto right = suite::floats(n * n, 8);
    float* a = suite::device(left);
    float* b = suite::device(right);
    float* c = suite::zeros<float>(n * n);
    return suite::run(
        argc, argv, "gemm_packed", "gemm_packed", [&] { gemm_packed<<<dim3(n / 128, n / 128), 256>>>(a, b, c, n); },
        [&] {
            const auto result = suite::host(c, n * n);
            for (int row = 0; row < n; row += 31)
                for (int column = 0; column < n; column += 37) {
                    double sum = 0;
                    for (int k = 0; k < n; ++k)
                        sum += double(left[row * n + k]) * right[k * n + column];
                    if (!suite::near(result[row * n + column], sum))
                        return false;
                }
            return true;
        });
}
