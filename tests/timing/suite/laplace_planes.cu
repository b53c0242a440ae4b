// A stencil in three dimensions: a tile of each plane in shared memory, the neighbors in z in registers.
#include "suite.h"

__global__ void laplace_planes(const float* in, float* out, int n)
{
    __shared__ float tile[10][34];
    int x = blockIdx.x * 32 + threadIdx.x + 1;
    int y = blockIdx.y * 8 + threadIdx.y + 1;
    int plane = n * n;
    int i = y * n + x;
    int tx = threadIdx.x + 1;
    int ty = threadIdx.y + 1;
    float below = in[i];
    float center = in[i + plane];
    for (int z = 1; z < n - 1; ++z) {
        i += plane;
        float above = in[i + plane];
        tile[ty][tx] = center;
        if (threadIdx.y == 0)
            tile[0][tx] = in[i - n];
        if (threadIdx.y == 7)
            tile[9][tx] = in[i + n];
        if (threadIdx.x == 0)
            tile[ty][0] = in[i - 1];
        if (threadIdx.x == 31)
            tile[ty][33] = in[i + 1];
        __syncthreads();
        out[i] = below + above + tile[ty - 1][tx] + tile[ty + 1][tx] + tile[ty][tx - 1] + tile[ty][tx + 1] - 6.0f * center;
        below = center;
        center = above;
        __syncthreads();
    }
}

int main(int argc, char** argv)
{
    const int n = 130;
    const auto input = suite::floats(n * n * n, 36);
    float* in = suite::device(input);
    float* out = suite::zeros<float>(n * n * n);
    return suite::run(
        argc, argv, "laplace_planes", "laplace_planes", [&] { laplace_planes<<<dim3(4, 16), dim3(32, 8)>>>(in, out, n); },
        [&] {
            const auto result = suite::host(out, n * n * n);
            for (int z = 1; z < n - 1; ++z)
                for (int y = 1; y < n - 1; ++y)
                    for (int x = 1; x < n - 1; ++x) {
                        const int i = (z * n + y) * n + x;
                        const double sum = double(input[i - 1]) + input[i + 1] + input[i - n] + input[i + n] + input[i - n * n]
                            + input[i + n * n];
                        if (!suite::near(result[i], sum - 6.0 * input[i]))
                            return false;
                    }
            return true;
        });
}
