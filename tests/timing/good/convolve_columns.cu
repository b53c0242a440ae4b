// The columns of a separable convolution as in textbooks: a tile with halo and an odd pitch, eight results per thread.
#include "suite.h"

__constant__ float weights[17];

__global__ void convolve_columns(const float* in, float* out, int pitch, int height)
{
    __shared__ float tile[16][8 * 10 + 1];
    int x = blockIdx.x * 16 + threadIdx.x;
    int y0 = (blockIdx.y * 8 - 1) * 8 + threadIdx.y;
    in += y0 * pitch + x;
    out += y0 * pitch + x;
#pragma unroll
    for (int i = 0; i < 10; ++i) {
        int y = y0 + i * 8;
        tile[threadIdx.x][threadIdx.y + i * 8] = y >= 0 && y < height ? in[i * 8 * pitch] : 0.0f;
    }
    __syncthreads();
#pragma unroll
    for (int i = 1; i < 9; ++i) {
        float sum = 0.0f;
#pragma unroll
        for (int j = -8; j <= 8; ++j)
            sum += weights[8 - j] * tile[threadIdx.x][threadIdx.y + i * 8 + j];
        out[i * 8 * pitch] = sum;
    }
}

int main(int argc, char** argv)
{
    const int width = 2048;
    const int height = 1024;
    const auto input = suite::floats(width * height, 17);
    const auto factors = suite::floats(17, 18);
    suite::check(cudaMemcpyToSymbol(weights, factors.data(), sizeof(float) * 17));
    float* in = suite::device(input);
    float* out = suite::zeros<float>(width * height);
    return suite::run(
        argc, argv, "convolve_columns", "convolve_columns",
        [&] { convolve_columns<<<dim3(width / 16, height / 64), dim3(16, 8)>>>(in, out, width, height); },
        [&] {
            const auto result = suite::host(out, width * height);
            for (int y = 0; y < height; ++y)
                for (int x = 0; x < width; x += 5) {
                    double sum = 0;
                    for (int j = -8; j <= 8; ++j)
                        if (y + j >= 0 && y + j < height)
                            sum += double(factors[8 - j]) * input[(y + j) * width + x];
                    if (!suite::near(result[y * width + x], sum))
                        return false;
                }
            return true;
        });
}
