// A Jacobi iteration on a grid of five points whose rows are not aligned, with conditions at the edge.
#include "suite.h"
__global__ void jacobi(const float* in, float* out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float l = x > 0 ? in[y * w + x - 1] : 0.0f;
    float r = x < w - 1 ? in[y * w + x + 1] : 0.0f;
    float u = y > 0 ? in[(y - 1) * w + x] : 0.0f;
    float d = y < h - 1 ? in[(y + 1) * w + x] : 0.0f;
    out[y * w + x] = 0.25f * (l + r + u + d);
}
int main(int argc, char** argv)
{
    const int w = 1501, h = 1200;
    auto v = suite::floats(w * h, 9);
    float* in = suite::device(v);
    float* out = suite::zeros<float>(w * h);
    return suite::run(
        argc, argv, "stencil", "jacobi", [&] { jacobi<<<dim3((w + 31) / 32, (h + 7) / 8), dim3(32, 8)>>>(in, out, w, h); },
        [&] { return true; });
}
