// A matrix times a vector: a warp per row, 16 bytes per load.
#include "suite.h"

__global__ void dense_warps(const float4* a, const float4* x, float* y, int n)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    float sum = 0.0f;
    for (int i = lane; i < n / 4; i += 32) {
        float4 u = a[row * (n / 4) + i];
        float4 v = x[i];
        sum += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
    }
    for (int s = 16; s > 0; s /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, s);
    if (lane == 0)
        y[row] = sum;
}

int main(int argc, char** argv)
{
    const int rows = 4096;
    const int n = 2048;
    const auto matrix = suite::floats(rows * n, 12);
    const auto vector = suite::floats(n, 13);
    float* a = suite::device(matrix);
    float* x = suite::device(vector);
    float* y = suite::zeros<float>(rows);
    return suite::run(
        argc, argv, "dense_warps", "dense_warps",
        [&] { dense_warps<<<rows / 8, 256>>>(reinterpret_cast<const float4*>(a), reinterpret_cast<const float4*>(x), y, n); },
        [&] {
            const auto result = suite::host(y, rows);
            for (int r = 0; r < rows; r += 13) {
                double sum = 0;
                for (int i = 0; i < n; ++i)
                    sum += double(matrix[r * n + i]) * vector[i];
                if (!suite::near(result[r], sum))
                    return false;
            }
            return true;
        });
}
