// A 7 x 7 convolution with its mask in constant memory.
#include "suite.h"

__constant__ float mask[49];

__global__ void convolve_constant(const float* in, float* out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float sum = 0.0f;
    for (int r = 0; r < 7; ++r) {
        int row = y + r - 3;
        for (int c = 0; c < 7; ++c) {
            int column = x + c - 3;
            if (row >= 0 && row < height && column >= 0 && column < width)
                sum += mask[r * 7 + c] * in[row * width + column];
        }
    }
    out[y * width + x] = sum;
}

int main(int argc, char** argv)
{
    const int width = 1000;
    const int height = 800;
    const auto image = suite::floats(width * height, 25);
    const auto weight = suite::floats(49, 26);
    suite::check(cudaMemcpyToSymbol(mask, weight.data(), sizeof mask));
    float* in = suite::device(image);
    float* out = suite::zeros<float>(width * height);
    return suite::run(
        argc, argv, "convolve_constant", "convolve_constant",
        [&] { convolve_constant<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(in, out, width, height); },
        [&] {
            const auto result = suite::host(out, width * height);
            for (int y = 0; y < height; y += 9)
                for (int x = 0; x < width; ++x) {
                    double sum = 0;
                    for (int k = 0; k < 49; ++k) {
                        const int row = y + k / 7 - 3;
                        const int column = x + k % 7 - 3;
                        if (row >= 0 && row < height && column >= 0 && column < width)
                            sum += double(weight[k]) * image[row * width + column];
                    }
                    if (!suite::near(result[y * width + x], sum))
                        return false;
                }
            return true;
        });
}
