// The horizontal part of a separable blur: a tile with halo in shared memory.
#include "suite.h"

constexpr int kRadius = 8;

__global__ void blur_row_tile(const float* in, float* out, const float* weights, int width)
{
    __shared__ float tile[256 + 2 * kRadius];
    int x = blockIdx.x * 256 + threadIdx.x;
    const float* row = in + blockIdx.y * width;
    tile[threadIdx.x + kRadius] = row[x];
    if (threadIdx.x < kRadius) {
        tile[threadIdx.x] = row[max(x - kRadius, 0)];
        tile[threadIdx.x + 256 + kRadius] = row[min(x + 256, width - 1)];
    }
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k <= 2 * kRadius; ++k)
        sum += weights[k] * tile[threadIdx.x + k];
    out[blockIdx.y * width + x] = sum;
}

int main(int argc, char** argv)
{
    const int width = 2048;
    const int height = 1024;
    const auto image = suite::floats(width * height, 23);
    const auto weight = suite::floats(2 * kRadius + 1, 24);
    float* in = suite::device(image);
    float* out = suite::zeros<float>(width * height);
    float* weights = suite::device(weight);
    return suite::run(
        argc, argv, "blur_row_tile", "blur_row_tile",
        [&] { blur_row_tile<<<dim3(width / 256, height), 256>>>(in, out, weights, width); },
        [&] {
            const auto result = suite::host(out, width * height);
            for (int y = 0; y < height; y += 7)
                for (int x = 0; x < width; ++x) {
                    double sum = 0;
                    for (int k = 0; k <= 2 * kRadius; ++k)
                        sum += double(weight[k]) * image[y * width + std::clamp(x + k - kRadius, 0, width - 1)];
                    if (!suite::near(result[y * width + x], sum))
                        return false;
                }
            return true;
        });
}
