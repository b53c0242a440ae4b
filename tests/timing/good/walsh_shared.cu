// Walsh-Hadamard transforms of 2048 elements in shared memory: four elements per thread and step.
#include "suite.h"

__global__ void walsh_shared(const float* in, float* out)
{
    __shared__ float values[2048];
    int base = blockIdx.x * 2048;
    for (int i = threadIdx.x; i < 2048; i += blockDim.x)
        values[i] = in[base + i];
    int t = threadIdx.x;
    for (int stride = 512; stride > 0; stride /= 4) {
        int low = t & (stride - 1);
        int i0 = ((t - low) << 2) + low;
        int i1 = i0 + stride;
        int i2 = i1 + stride;
        int i3 = i2 + stride;
        __syncthreads();
        float a = values[i0] + values[i2];
        float b = values[i1] + values[i3];
        float c = values[i0] - values[i2];
        float d = values[i1] - values[i3];
        values[i0] = a + b;
        values[i1] = a - b;
        values[i2] = c + d;
        values[i3] = c - d;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) {
        float a = values[2 * i];
        float b = values[2 * i + 1];
        out[base + 2 * i] = a + b;
        out[base + 2 * i + 1] = a - b;
    }
}

int main(int argc, char** argv)
{
    const int blocks = 1024;
    const int n = 2048 * blocks;
    const auto input = suite::floats(n, 19);
    float* in = suite::device(input);
    float* out = suite::zeros<float>(n);
    return suite::run(
        argc, argv, "walsh_shared", "walsh_shared", [&] { walsh_shared<<<blocks, 512>>>(in, out); },
        [&] {
            const auto result = suite::host(out, n);
            for (int block = 0; block < blocks; block += 37) {
                std::vector<double> values(input.begin() + block * 2048, input.begin() + (block + 1) * 2048);
                for (int stride = 1024; stride > 0; stride /= 2)
                    for (int i = 0; i < 2048; ++i)
                        if ((i & stride) == 0) {
                            const double a = values[i];
                            const double b = values[i + stride];
                            values[i] = a + b;
                            values[i + stride] = a - b;
                        }
                for (int i = 0; i < 2048; ++i)
                    if (std::fabs(result[block * 2048 + i] - values[i]) > 0.01)
                        return false;
            }
            return true;
        });
}
