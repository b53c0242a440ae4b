// The rows of a separable convolution as in textbooks: a tile with halo, eight results per thread.
#include "suite.h"

__constant__ float weights[17];

__global__ void convolve_rows(const float* in, float* out, int pitch)
{
    __shared__ float tile[4][16 * 10];
    int x0 = (blockIdx.x * 8 - 1) * 16 + threadIdx.x;
    int y = blockIdx.y * 4 + threadIdx.y;
    in += y * pitch + x0;
    out += y * pitch + x0;
#pragma unroll
    for (int i = 0; i < 10; ++i) {
        int x = x0 + i * 16;
        tile[threadIdx.y][threadIdx.x + i * 16] = x >= 0 && x < pitch ? in[i * 16] : 0.0f;
    }
    __syncthreads();
#pragma unroll
    for (int i = 1; i < 9; ++i) {
        float sum = 0.0f;
#pragma unroll
        for (int j = -8; j <= 8; ++j)
            sum += weights[8 - j] * tile[threadIdx.y][threadIdx.x + i * 16 + j];
        out[i * 16] = sum;
    }
}

int main(int argc, char** argv)
{
    const int width = 2048;
    const int height = 1024;
    const auto input = suite::floats(width * height, 15);
    const auto factors = suite::floats(17, 16);
    suite::check(cudaMemcpyToSymbol(weights, factors.data(), sizeof(float) * 17));
    float* in = suite::device(input);
    float* out = suite::zeros<float>(width * height);
    return suite::run(
        argc, argv, "convolve_rows", "convolve_rows",
        [&] { convolve_rows<<<dim3(width / 128, height / 4), dim3(16, 4)>>>(in, out, width); },
        [&] {
            const auto result = suite::host(out, width * height);
            for (int y = 0; y < height; y += 5)
                for (int x = 0; x < width; ++x) {
                    double sum = 0;
                    for (int j = -8; j <= 8; ++j)
                        if (x + j >= 0 && x + j < width)
                            sum += double(factors[8 - j]) * input[y * width + x + j];
                    if (!suite::near(result[y * width + x], sum))
                        return false;
                }
            return true;
        });
}
