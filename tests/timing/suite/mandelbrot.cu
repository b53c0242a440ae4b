// The Mandelbrot set with up to 200 iterations.
#include "suite.h"

__global__ void mandelbrot(int* iterations, int width, int height, float scale)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float cr = (x - 0.7f * width) * scale;
    float ci = (y - 0.5f * height) * scale;
    float zr = 0.0f;
    float zi = 0.0f;
    int k = 0;
    while (k < 200 && zr * zr + zi * zi < 4.0f) {
        float next = zr * zr - zi * zi + cr;
        zi = 2.0f * zr * zi + ci;
        zr = next;
        ++k;
    }
    iterations[y * width + x] = k;
}

int main(int argc, char** argv)
{
    const int width = 800;
    const int height = 600;
    int* iterations = suite::zeros<int>(width * height);
    return suite::run(
        argc, argv, "mandelbrot", "mandelbrot",
        [&] { mandelbrot<<<dim3(width / 16, (height + 15) / 16), dim3(16, 16)>>>(iterations, width, height, 0.004f); },
        [&] {
            const auto result = suite::host(iterations, width * height);
            int different = 0;
            for (int y = 0; y < height; ++y)
                for (int x = 0; x < width; ++x) {
                    const float cr = (x - 0.7F * width) * 0.004F;
                    const float ci = (y - 0.5F * height) * 0.004F;
                    float zr = 0;
                    float zi = 0;
                    int k = 0;
                    for (; k < 200 && zr * zr + zi * zi < 4; ++k) {
                        const float next = zr * zr - zi * zi + cr;
                        zi = 2 * zr * zi + ci;
                        zr = next;
                    }
                    different += result[y * width + x] != k;
                }
            return different < width * height / 100; // rounding decides at the border
        });
}
