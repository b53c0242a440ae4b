// One step of the wave equation in two dimensions.
#include "suite.h"

__global__ void wave_step(const float* now, float* before, int width, int height, float c)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
        return;
    int i = y * width + x;
    float laplace = now[i - 1] + now[i + 1] + now[i - width] + now[i + width] - 4.0f * now[i];
    before[i] = 2.0f * now[i] - before[i] + c * laplace;
}

int main(int argc, char** argv)
{
    const int width = 1800;
    const int height = 1500;
    const int n = width * height;
    const auto first = suite::floats(n, 33);
    const auto second = suite::floats(n, 34);
    float* now = suite::device(first);
    float* original = suite::device(second);
    float* before = suite::zeros<float>(n);
    return suite::run(
        argc, argv, "wave_step", "wave_step",
        [&] { wave_step<<<dim3((width + 31) / 32, (height + 3) / 4), dim3(32, 4)>>>(now, before, width, height, 0.2f); },
        [&] {
            const auto result = suite::host(before, n);
            for (int y = 1; y < height - 1; ++y)
                for (int x = 1; x < width - 1; ++x) {
                    const int i = y * width + x;
                    const double laplace = first[i - 1] + first[i + 1] + first[i - width] + first[i + width] - 4.0 * first[i];
                    if (!suite::near(result[i], 2.0 * first[i] - second[i] + 0.2 * laplace))
                        return false;
                }
            return true;
        },
        [&] { suite::copy(before, original, n); });
}
