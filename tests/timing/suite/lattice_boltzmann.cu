// A lattice Boltzmann step with nine velocities in separate arrays.
#include "suite.h"

__global__ void lattice_boltzmann(const float* in, float* out, int width, int height, float omega)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y;
    if (x >= width)
        return;
    int n = width * height;
    int left = x == 0 ? width - 1 : x - 1;
    int right = x == width - 1 ? 0 : x + 1;
    int down = y == 0 ? height - 1 : y - 1;
    int up = y == height - 1 ? 0 : y + 1;
    float f0 = in[y * width + x];
    float f1 = in[n + y * width + left];
    float f2 = in[2 * n + down * width + x];
    float f3 = in[3 * n + y * width + right];
    float f4 = in[4 * n + up * width + x];
    float f5 = in[5 * n + down * width + left];
    float f6 = in[6 * n + down * width + right];
    float f7 = in[7 * n + up * width + right];
    float f8 = in[8 * n + up * width + left];
    float rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8;
    float u = (f1 + f5 + f8 - f3 - f6 - f7) / rho;
    float v = (f2 + f5 + f6 - f4 - f7 - f8) / rho;
    float square = 1.0f - 1.5f * (u * u + v * v);
    int i = y * width + x;
    auto relax = [&](int k, float f, float weight, float cu) {
        out[k * n + i] = f + omega * (weight * rho * (square + 3.0f * cu + 4.5f * cu * cu) - f);
    };
    relax(0, f0, 4.0f / 9.0f, 0.0f);
    relax(1, f1, 1.0f / 9.0f, u);
    relax(2, f2, 1.0f / 9.0f, v);
    relax(3, f3, 1.0f / 9.0f, -u);
    relax(4, f4, 1.0f / 9.0f, -v);
    relax(5, f5, 1.0f / 36.0f, u + v);
    relax(6, f6, 1.0f / 36.0f, v - u);
    relax(7, f7, 1.0f / 36.0f, -u - v);
    relax(8, f8, 1.0f / 36.0f, u - v);
}

int main(int argc, char** argv)
{
    const int width = 700;
    const int height = 500;
    const int n = width * height;
    auto input = suite::floats(9 * n, 37);
    for (float& value : input)
        value += 0.5F;
    float* in = suite::device(input);
    float* out = suite::zeros<float>(9 * n);
    return suite::run(
        argc, argv, "lattice_boltzmann", "lattice_boltzmann",
        [&] { lattice_boltzmann<<<dim3((width + 127) / 128, height), 128>>>(in, out, width, height, 0.6f); },
        [&] { // the collision keeps the mass
            double before = 0;
            double after = 0;
            for (float value : input)
                before += value;
            for (float value : suite::host(out, 9 * n))
                after += value;
            return suite::near(after, before);
        });
}
