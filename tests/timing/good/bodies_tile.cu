// Forces between bodies: a tile of 16-byte bodies in shared memory, the approximate reciprocal square root.
#include "suite.h"

__global__ void bodies_tile(const float4* bodies, float4* forces, int n)
{
    __shared__ float4 tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 own = bodies[i];
    float fx = 0.0f;
    float fy = 0.0f;
    float fz = 0.0f;
    for (int start = 0; start < n; start += 256) {
        tile[threadIdx.x] = bodies[start + threadIdx.x];
        __syncthreads();
#pragma unroll 32
        for (int k = 0; k < 256; ++k) {
            float dx = tile[k].x - own.x;
            float dy = tile[k].y - own.y;
            float dz = tile[k].z - own.z;
            float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f);
            float pull = tile[k].w * inverse * inverse * inverse;
            fx += dx * pull;
            fy += dy * pull;
            fz += dz * pull;
        }
        __syncthreads();
    }
    forces[i] = make_float4(fx, fy, fz, 0.0f);
}

int main(int argc, char** argv)
{
    const int n = 16384;
    const auto input = suite::floats(4 * n, 6);
    const float* bodies = suite::device(input);
    float* forces = suite::zeros<float>(4 * n);
    return suite::run(
        argc, argv, "bodies_tile", "bodies_tile",
        [&] { bodies_tile<<<n / 256, 256>>>(reinterpret_cast<const float4*>(bodies), reinterpret_cast<float4*>(forces), n); },
        [&] {
            const auto result = suite::host(forces, 4 * n);
            for (int i = 0; i < n; i += 1001) {
                double force = 0;
                for (int k = 0; k < n; ++k) {
                    double d[3];
                    for (int c = 0; c < 3; ++c)
                        d[c] = double(input[4 * k + c]) - input[4 * i + c];
                    const double squared = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + 1e-3;
                    force += d[0] * input[4 * k + 3] / (squared * std::sqrt(squared));
                }
                if (std::fabs(result[4 * i] - force) > 0.02 * (10.0 + std::fabs(force)))
                    return false;
            }
            return true;
        });
}
