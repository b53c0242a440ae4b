// One stage of a radix-2 Fourier transform in global memory.
#include "suite.h"

__global__ void fft_stage(float2* data, int half)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int k = i & (half - 1);
    int low = 2 * (i - k) + k;
    float s;
    float c;
    __sincosf(-3.14159265f * k / half, &s, &c);
    float2 a = data[low];
    float2 b = data[low + half];
    float2 t = make_float2(c * b.x - s * b.y, c * b.y + s * b.x);
    data[low] = make_float2(a.x + t.x, a.y + t.y);
    data[low + half] = make_float2(a.x - t.x, a.y - t.y);
}

int main(int argc, char** argv)
{
    const int n = 1 << 21;
    const int half = 64;
    const auto numbers = suite::floats(2 * n, 83);
    float* original = suite::device(numbers);
    float* data = suite::zeros<float>(2 * n);
    return suite::run(
        argc, argv, "fft_stage", "fft_stage", [&] { fft_stage<<<n / 2 / 256, 256>>>((float2*)data, half); },
        [&] {
            const auto result = suite::host(data, 2 * n);
            for (int i = 0; i < n / 2; i += 5) {
                const int k = i % half;
                const int low = 2 * (i - k) + k;
                const double angle = -3.14159265358979 * k / half;
                const double re = std::cos(angle) * numbers[2 * (low + half)] - std::sin(angle) * numbers[2 * (low + half) + 1];
                if (!suite::near(result[2 * low], numbers[2 * low] + re, 1e-3))
                    return false;
            }
            return true;
        },
        [&] { suite::copy(data, original, 2 * n); });
}
