// A transpose of odd sizes with a padded tile of 16 x 16.
#include "suite.h"

__global__ void transpose_odd(const float* in, float* out, int width, int height)
{
    __shared__ float tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x;
    int y = blockIdx.y * 16 + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    if (x < height && y < width)
        out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

int main(int argc, char** argv)
{
    const int width = 1537;
    const int height = 1023;
    const auto input = suite::floats(width * height, 78);
    float* in = suite::device(input);
    float* out = suite::zeros<float>(width * height);
    return suite::run(
        argc, argv, "transpose_odd", "transpose_odd",
        [&] { transpose_odd<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(in, out, width, height); },
        [&] {
            const auto result = suite::host(out, width * height);
            for (int y = 0; y < height; ++y)
                for (int x = 0; x < width; ++x)
                    if (result[x * height + y] != input[y * width + x])
                        return false;
            return true;
        });
}
