// Maxima of windows of 3 x 3 with step 2.
#include "suite.h"

__global__ void max_pool(const float* in, float* out, int width, int height, int out_width, int out_height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y;
    int channel = blockIdx.z;
    if (x >= out_width)
        return;
    const float* plane = in + channel * width * height;
    float most = -1e30f;
    for (int dy = 0; dy < 3; ++dy)
        for (int dx = 0; dx < 3; ++dx)
            most = fmaxf(most, plane[(2 * y + dy) * width + 2 * x + dx]);
    out[(channel * out_height + y) * out_width + x] = most;
}

int main(int argc, char** argv)
{
    const int width = 225;
    const int out_width = 112;
    const int channels = 64;
    const auto input = suite::floats(channels * width * width, 116);
    float* in = suite::device(input);
    float* out = suite::zeros<float>(channels * out_width * out_width);
    return suite::run(
        argc, argv, "max_pool", "max_pool",
        [&] { max_pool<<<dim3(1, out_width, channels), 128>>>(in, out, width, width, out_width, out_width); },
        [&] {
            const auto result = suite::host(out, channels * out_width * out_width);
            for (int i = 0; i < channels * out_width * out_width; ++i) {
                const int x = i % out_width;
                const int y = i / out_width % out_width;
                const int channel = i / (out_width * out_width);
                float most = -1;
                for (int k = 0; k < 9; ++k)
                    most = std::max(most, input[(channel * width + 2 * y + k / 3) * width + 2 * x + k % 3]);
                if (result[i] != most)
                    return false;
            }
            return true;
        });
}
