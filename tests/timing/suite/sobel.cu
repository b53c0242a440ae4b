// Edges of a gray image of bytes: the Sobel filter.
#include "suite.h"

__global__ void sobel(const unsigned char* in, unsigned char* out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
        return;
    const unsigned char* p = in + y * width + x;
    int horizontal = p[-width + 1] + 2 * p[1] + p[width + 1] - p[-width - 1] - 2 * p[-1] - p[width - 1];
    int vertical = p[width - 1] + 2 * p[width] + p[width + 1] - p[-width - 1] - 2 * p[-width] - p[-width + 1];
    out[y * width + x] = (unsigned char)min(255, abs(horizontal) + abs(vertical));
}

int main(int argc, char** argv)
{
    const int width = 1920;
    const int height = 1080;
    suite::Random random(20);
    std::vector<unsigned char> image(width * height);
    for (auto& pixel : image)
        pixel = (unsigned char)random.below(256);
    unsigned char* in = suite::device(image);
    unsigned char* out = suite::zeros<unsigned char>(width * height);
    return suite::run(
        argc, argv, "sobel", "sobel",
        [&] { sobel<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(in, out, width, height); },
        [&] {
            const auto result = suite::host(out, width * height);
            for (int y = 1; y < height - 1; ++y)
                for (int x = 1; x < width - 1; ++x) {
                    const auto* p = &image[y * width + x];
                    int h = 0;
                    int v = 0;
                    for (int k = -1; k <= 1; ++k) {
                        h += (2 - std::abs(k)) * (p[k * width + 1] - p[k * width - 1]);
                        v += (2 - std::abs(k)) * (p[width + k] - p[k - width]);
                    }
                    if (result[y * width + x] != std::min(255, std::abs(h) + std::abs(v)))
                        return false;
                }
            return true;
        });
}
