// The median of 3 x 3 pixels, sorted in registers.
#include "suite.h"

__device__ void order(float& a, float& b)
{
    float low = fminf(a, b);
    b = fmaxf(a, b);
    a = low;
}

__global__ void median_nine(const float* in, float* out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float v[9];
#pragma unroll
    for (int k = 0; k < 9; ++k) {
        int column = min(max(x + k % 3 - 1, 0), width - 1);
        int row = min(max(y + k / 3 - 1, 0), height - 1);
        v[k] = in[row * width + column];
    }
#pragma unroll
    for (int i = 0; i < 5; ++i)
#pragma unroll
        for (int j = i + 1; j < 9; ++j)
            order(v[i], v[j]);
    out[y * width + x] = v[4];
}

int main(int argc, char** argv)
{
    const int width = 1500;
    const int height = 1000;
    const auto image = suite::floats(width * height, 21);
    float* in = suite::device(image);
    float* out = suite::zeros<float>(width * height);
    return suite::run(
        argc, argv, "median_nine", "median_nine",
        [&] { median_nine<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(in, out, width, height); },
        [&] {
            const auto result = suite::host(out, width * height);
            for (int y = 0; y < height; y += 3)
                for (int x = 0; x < width; ++x) {
                    std::vector<float> v;
                    for (int k = 0; k < 9; ++k)
                        v.push_back(
                            image[std::clamp(y + k / 3 - 1, 0, height - 1) * width + std::clamp(x + k % 3 - 1, 0, width - 1)]);
                    std::nth_element(v.begin(), v.begin() + 4, v.end());
                    if (result[y * width + x] != v[4])
                        return false;
                }
            return true;
        });
}
