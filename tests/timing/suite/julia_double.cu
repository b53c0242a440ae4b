// A Julia set in double precision.
#include "suite.h"

__global__ void julia_double(unsigned char* image, int width, int height, double cr, double ci)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    double zr = 3.0 * x / width - 1.5;
    double zi = 3.0 * y / height - 1.5;
    int k = 0;
    for (; k < 100; ++k) {
        double next = zr * zr - zi * zi + cr;
        zi = 2.0 * zr * zi + ci;
        zr = next;
        if (zr * zr + zi * zi > 4.0)
            break;
    }
    image[y * width + x] = (unsigned char)k;
}

int main(int argc, char** argv)
{
    const int size = 640;
    unsigned char* image = suite::zeros<unsigned char>(size * size);
    return suite::run(
        argc, argv, "julia_double", "julia_double",
        [&] { julia_double<<<dim3(size / 32, size / 8), dim3(32, 8)>>>(image, size, size, -0.8, 0.156); },
        [&] {
            const auto result = suite::host(image, size * size);
            int different = 0;
            for (int y = 0; y < size; ++y)
                for (int x = 0; x < size; ++x) {
                    double zr = 3.0 * x / size - 1.5;
                    double zi = 3.0 * y / size - 1.5;
                    int k = 0;
                    for (; k < 100; ++k) {
                        const double next = zr * zr - zi * zi - 0.8;
                        zi = 2.0 * zr * zi + 0.156;
                        zr = next;
                        if (zr * zr + zi * zi > 4.0)
                            break;
                    }
                    different += result[y * size + x] != k;
                }
            return different < size * size / 100;
        });
}
