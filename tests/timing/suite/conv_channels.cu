// A 3 x 3 convolution layer: 16 channels to 16, weights of the output channel in shared memory.
#include "suite.h"

__global__ void conv_channels(const float* in, const float* weights, float* out, int width, int height)
{
    __shared__ float w[16 * 9];
    int t = threadIdx.y * 32 + threadIdx.x;
    if (t < 144)
        w[t] = weights[blockIdx.z * 144 + t];
    __syncthreads();
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 8 + threadIdx.y;
    if (x >= width - 2 || y >= height - 2)
        return;
    float sum = 0.0f;
    for (int c = 0; c < 16; ++c)
#pragma unroll
        for (int k = 0; k < 9; ++k)
            sum += w[c * 9 + k] * in[(c * height + y + k / 3) * width + x + k % 3];
    out[(blockIdx.z * height + y) * width + x] = fmaxf(sum, 0.0f);
}

int main(int argc, char** argv)
{
    const int size = 130;
    const auto input = suite::floats(16 * size * size, 117);
    auto weight = suite::floats(16 * 144, 118);
    for (float& value : weight)
        value -= 0.4F;
    float* in = suite::device(input);
    float* weights = suite::device(weight);
    float* out = suite::zeros<float>(16 * size * size);
    return suite::run(
        argc, argv, "conv_channels", "conv_channels",
        [&] { conv_channels<<<dim3(4, 16, 16), dim3(32, 8)>>>(in, weights, out, size, size); },
        [&] {
            const auto result = suite::host(out, 16 * size * size);
            for (int o = 0; o < 16; ++o)
                for (int y = 0; y < size - 2; y += 5)
                    for (int x = 0; x < size - 2; ++x) {
                        double sum = 0;
                        for (int c = 0; c < 16; ++c)
                            for (int k = 0; k < 9; ++k)
                                sum += double(weight[o * 144 + c * 9 + k]) * input[(c * size + y + k / 3) * size + x + k % 3];
                        if (!suite::near(result[(o * size + y) * size + x], std::max(sum, 0.0), 1e-3))
                            return false;
                    }
            return true;
        });
}
