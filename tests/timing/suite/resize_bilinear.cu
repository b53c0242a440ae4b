// Enlarges an image of four bytes per pixel with bilinear interpolation.
#include "suite.h"

__global__ void resize_bilinear(const uchar4* in, uchar4* out, int width, int height, int new_width, int new_height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= new_width || y >= new_height)
        return;
    float fx = x * (width - 1) / float(new_width - 1);
    float fy = y * (height - 1) / float(new_height - 1);
    int x0 = min(int(fx), width - 2);
    int y0 = min(int(fy), height - 2);
    float ax = fx - x0;
    float ay = fy - y0;
    uchar4 a = in[y0 * width + x0];
    uchar4 b = in[y0 * width + x0 + 1];
    uchar4 c = in[(y0 + 1) * width + x0];
    uchar4 d = in[(y0 + 1) * width + x0 + 1];
    auto mix = [&](float p, float q, float r, float s) {
        return (unsigned char)((p * (1 - ax) + q * ax) * (1 - ay) + (r * (1 - ax) + s * ax) * ay);
    };
    out[y * new_width + x] = make_uchar4(mix(a.x, b.x, c.x, d.x), mix(a.y, b.y, c.y, d.y), mix(a.z, b.z, c.z, d.z), 255);
}

int main(int argc, char** argv)
{
    const int width = 800;
    const int height = 600;
    const int new_width = 1366;
    const int new_height = 1000;
    suite::Random random(108);
    std::vector<uchar4> image(width * height);
    for (auto& p : image)
        p = make_uchar4(random.below(256), random.below(256), random.below(256), 255);
    uchar4* in = suite::device(image);
    uchar4* out = suite::zeros<uchar4>(new_width * new_height);
    return suite::run(
        argc, argv, "resize_bilinear", "resize_bilinear",
        [&] {
            resize_bilinear<<<dim3((new_width + 31) / 32, (new_height + 7) / 8), dim3(32, 8)>>>(
                in, out, width, height, new_width, new_height);
        },
        [&] {
            const auto result = suite::host(out, new_width * new_height);
            for (int y = 0; y < new_height; y += 3)
                for (int x = 0; x < new_width; ++x) {
                    const double fx = x * (width - 1) / double(new_width - 1);
                    const double fy = y * (height - 1) / double(new_height - 1);
                    const int x0 = std::min(int(fx), width - 2);
                    const int y0 = std::min(int(fy), height - 2);
                    const auto* p = &image[y0 * width + x0];
                    const double top = p[0].x + (fx - x0) * (p[1].x - p[0].x);
                    const double bottom = p[width].x + (fx - x0) * (p[width + 1].x - p[width].x);
                    if (std::fabs(result[y * new_width + x].x - (top + (fy - y0) * (bottom - top))) > 1.1)
                        return false;
                }
            return true;
        });
}
