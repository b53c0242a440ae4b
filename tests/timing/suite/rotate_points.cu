// Rotates points of three floats by a quaternion each.
#include "suite.h"

__global__ void rotate_points(const float3* points, const float4* rotations, float3* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float3 p = points[i];
    float4 q = rotations[i];
    float scale = rsqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    q = make_float4(q.x * scale, q.y * scale, q.z * scale, q.w * scale);
    float tx = 2.0f * (q.y * p.z - q.z * p.y);
    float ty = 2.0f * (q.z * p.x - q.x * p.z);
    float tz = 2.0f * (q.x * p.y - q.y * p.x);
    out[i] = make_float3(
        p.x + q.w * tx + q.y * tz - q.z * ty, p.y + q.w * ty + q.z * tx - q.x * tz, p.z + q.w * tz + q.x * ty - q.y * tx);
}

int main(int argc, char** argv)
{
    const int n = 700'000;
    const auto point = suite::floats(3 * n, 103);
    const auto rotation = suite::floats(4 * n, 104);
    float* points = suite::device(point);
    float* rotations = suite::device(rotation);
    float* out = suite::zeros<float>(3 * n);
    return suite::run(
        argc, argv, "rotate_points", "rotate_points",
        [&] { rotate_points<<<(n + 255) / 256, 256>>>((const float3*)points, (const float4*)rotations, (float3*)out, n); },
        [&] { // a rotation keeps the length
            const auto result = suite::host(out, 3 * n);
            for (int i = 0; i < 3 * n; i += 3) {
                const double before = point[i] * point[i] + point[i + 1] * point[i + 1] + point[i + 2] * point[i + 2];
                const double after = result[i] * result[i] + result[i + 1] * result[i + 1] + result[i + 2] * result[i + 2];
                if (!suite::near(after, before, 1e-4))
                    return false;
            }
            return true;
        });
}
