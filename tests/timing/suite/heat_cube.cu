// Heat in three dimensions: a thread per cell, seven points.
#include "suite.h"

__global__ void heat_cube(const float* in, float* out, int n, float a)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x == 0 || y == 0 || z == 0 || x >= n - 1 || y >= n - 1 || z >= n - 1)
        return;
    int i = (z * n + y) * n + x;
    float sum = in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - n * n] + in[i + n * n];
    out[i] = in[i] + a * (sum - 6.0f * in[i]);
}

int main(int argc, char** argv)
{
    const int n = 140;
    const auto input = suite::floats(n * n * n, 35);
    float* in = suite::device(input);
    float* out = suite::zeros<float>(n * n * n);
    return suite::run(
        argc, argv, "heat_cube", "heat_cube",
        [&] { heat_cube<<<dim3((n + 7) / 8, (n + 7) / 8, (n + 3) / 4), dim3(8, 8, 4)>>>(in, out, n, 0.1f); },
        [&] {
            const auto result = suite::host(out, n * n * n);
            for (int z = 1; z < n - 1; ++z)
                for (int y = 1; y < n - 1; ++y)
                    for (int x = 1; x < n - 1; ++x) {
                        const int i = (z * n + y) * n + x;
                        const double sum = double(input[i - 1]) + input[i + 1] + input[i - n] + input[i + n] + input[i - n * n]
                            + input[i + n * n];
                        if (!suite::near(result[i], input[i] + 0.1 * (sum - 6.0 * input[i])))
                            return false;
                    }
            return true;
        });
}
