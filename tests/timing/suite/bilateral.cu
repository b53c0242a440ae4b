// A bilateral filter of radius 3 with an exponential function per neighbor.
#include "suite.h"

__global__ void bilateral(const float* in, float* out, int width, int height, float space, float range)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float center = in[y * width + x];
    float sum = 0.0f;
    float weights = 0.0f;
    for (int dy = -3; dy <= 3; ++dy)
        for (int dx = -3; dx <= 3; ++dx) {
            int column = min(max(x + dx, 0), width - 1);
            int row = min(max(y + dy, 0), height - 1);
            float value = in[row * width + column];
            float difference = value - center;
            float weight = __expf(-(dx * dx + dy * dy) * space - difference * difference * range);
            sum += weight * value;
            weights += weight;
        }
    out[y * width + x] = sum / weights;
}

int main(int argc, char** argv)
{
    const int width = 640;
    const int height = 480;
    const auto image = suite::floats(width * height, 22);
    float* in = suite::device(image);
    float* out = suite::zeros<float>(width * height);
    return suite::run(
        argc, argv, "bilateral", "bilateral",
        [&] { bilateral<<<dim3(width / 16, height / 16), dim3(16, 16)>>>(in, out, width, height, 0.1f, 4.0f); },
        [&] {
            const auto result = suite::host(out, width * height);
            for (int y = 0; y < height; y += 16)
                for (int x = 0; x < width; x += 3) {
                    double sum = 0;
                    double weights = 0;
                    for (int dy = -3; dy <= 3; ++dy)
                        for (int dx = -3; dx <= 3; ++dx) {
                            const double v = image[std::clamp(y + dy, 0, height - 1) * width + std::clamp(x + dx, 0, width - 1)];
                            const double d = v - image[y * width + x];
                            const double w = std::exp(-(dx * dx + dy * dy) * 0.1 - d * d * 4);
                            sum += w * v;
                            weights += w;
                        }
                    if (!suite::near(result[y * width + x], sum / weights, 1e-3))
                        return false;
                }
            return true;
        });
}
