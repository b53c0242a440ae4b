// y = a x + y with 16 bytes per access.
#include "suite.h"

__global__ void scale_vectors(const float4* x, float4* y, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 u = x[i];
    float4 v = y[i];
    y[i] = make_float4(a * u.x + v.x, a * u.y + v.y, a * u.z + v.z, a * u.w + v.w);
}

int main(int argc, char** argv)
{
    const int n = 1 << 22;
    const auto left = suite::floats(n, 4);
    const auto right = suite::floats(n, 5);
    float* x = suite::device(left);
    float* y = suite::device(right);
    float* before = suite::device(right);
    return suite::run(
        argc, argv, "scale_vectors", "scale_vectors",
        [&] {
            scale_vectors<<<n / 4 / 256, 256>>>(reinterpret_cast<const float4*>(x), reinterpret_cast<float4*>(y), 3.0f, n / 4);
        },
        [&] {
            const auto result = suite::host(y, n);
            for (int i = 0; i < n; ++i)
                if (!suite::near(result[i], 3.0f * left[i] + right[i]))
                    return false;
            return true;
        },
        [&] { suite::copy(y, before, n); });
}
