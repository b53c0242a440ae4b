// A transpose through a swizzled tile of 32 x 32, 8 rows of threads.
#include "suite.h"

__global__ void transpose_swizzled(const float* in, float* out, int n)
{
    __shared__ float tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8)
        tile[threadIdx.y + i][threadIdx.x ^ (threadIdx.y + i)] = in[(y + i) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8)
        out[(y + i) * n + x] = tile[threadIdx.x][(threadIdx.y + i) ^ threadIdx.x];
}

int main(int argc, char** argv)
{
    const int n = 2048;
    const auto input = suite::floats(n * n, 1);
    float* in = suite::device(input);
    float* out = suite::zeros<float>(n * n);
    return suite::run(
        argc, argv, "transpose_swizzled", "transpose_swizzled",
        [&] { transpose_swizzled<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(in, out, n); },
        [&] {
            const auto result = suite::host(out, n * n);
            for (int y = 0; y < n; ++y)
                for (int x = 0; x < n; ++x)
                    if (result[x * n + y] != input[y * n + x])
                        return false;
            return true;
        });
}
