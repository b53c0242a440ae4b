// Fourier transforms of 512 numbers: a block per transform in shared memory.
#include "suite.h"

__global__ void fft_shared(const float2* in, float2* out)
{
    __shared__ float2 data[512];
    int t = threadIdx.x;
    for (int i = t; i < 512; i += 256)
        data[__brev(i) >> 23] = in[blockIdx.x * 512 + i];
    __syncthreads();
    for (int half = 1; half < 512; half *= 2) {
        int k = t & (half - 1);
        int low = 2 * (t - k) + k;
        float s;
        float c;
        __sincosf(-3.14159265f * k / half, &s, &c);
        float2 a = data[low];
        float2 b = data[low + half];
        float2 w = make_float2(c * b.x - s * b.y, c * b.y + s * b.x);
        data[low] = make_float2(a.x + w.x, a.y + w.y);
        data[low + half] = make_float2(a.x - w.x, a.y - w.y);
        __syncthreads();
    }
    for (int i = t; i < 512; i += 256)
        out[blockIdx.x * 512 + i] = data[i];
}

int main(int argc, char** argv)
{
    const int transforms = 3000;
    const int n = transforms * 512;
    const auto numbers = suite::floats(2 * n, 84);
    float* in = suite::device(numbers);
    float* out = suite::zeros<float>(2 * n);
    return suite::run(
        argc, argv, "fft_shared", "fft_shared", [&] { fft_shared<<<transforms, 256>>>((const float2*)in, (float2*)out); },
        [&] {
            const auto result = suite::host(out, 2 * n);
            for (int f = 0; f < transforms; f += 250)
                for (int k = 0; k < 512; k += 31) {
                    double re = 0;
                    for (int i = 0; i < 512; ++i) {
                        const double angle = -6.283185307179586 * k * i / 512;
                        re += std::cos(angle) * numbers[2 * (f * 512 + i)] - std::sin(angle) * numbers[2 * (f * 512 + i) + 1];
                    }
                    if (std::fabs(result[2 * (f * 512 + k)] - re) > 0.05)
                        return false;
                }
            return true;
        });
}
