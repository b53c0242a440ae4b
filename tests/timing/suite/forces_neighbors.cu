// Molecular dynamics: Lennard-Jones forces from a neighbor list.
#include "suite.h"

__global__ void forces_neighbors(const float4* positions, const int* neighbors, float4* forces, int n, int count, float cutoff)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 p = positions[i];
    float3 f = make_float3(0.0f, 0.0f, 0.0f);
    for (int k = 0; k < count; ++k) {
        float4 q = positions[neighbors[k * n + i]];
        float dx = p.x - q.x;
        float dy = p.y - q.y;
        float dz = p.z - q.z;
        float r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < cutoff) {
            float inverse = 1.0f / r2;
            float r6 = inverse * inverse * inverse;
            float force = inverse * r6 * (1.5f * r6 - 2.0f);
            f.x += dx * force;
            f.y += dy * force;
            f.z += dz * force;
        }
    }
    forces[i] = make_float4(f.x, f.y, f.z, 0.0f);
}

int main(int argc, char** argv)
{
    const int n = 40'000;
    const int count = 64;
    suite::Random random(31);
    std::vector<float4> position(n);
    for (int i = 0; i < n; ++i)
        position[i] =
            make_float4(float(i % 34) + random.unit() * 0.3F, float(i / 34 % 34) + random.unit() * 0.3F, float(i / 1156), 0);
    std::vector<int> list(n * count);
    for (int k = 0; k < count; ++k)
        for (int i = 0; i < n; ++i) {
            const int j = i + (k % 4 - 2) + (k / 4 % 4 - 2) * 34 + (k / 16 - 2) * 1156;
            list[k * n + i] = j >= 0 && j < n && j != i ? j : (i + 1) % n;
        }
    float4* positions = suite::device(position);
    int* neighbors = suite::device(list);
    float4* forces = suite::zeros<float4>(n);
    return suite::run(
        argc, argv, "forces_neighbors", "forces_neighbors",
        [&] { forces_neighbors<<<(n + 255) / 256, 256>>>(positions, neighbors, forces, n, count, 6.0f); },
        [&] {
            const auto result = suite::host(forces, n);
            for (int i = 0; i < n; i += 5) {
                double f = 0;
                double size = 0;
                for (int k = 0; k < count; ++k) {
                    const float4 p = position[i];
                    const float4 q = position[list[k * n + i]];
                    const double dx = p.x - q.x;
                    const double r2 = dx * dx + (p.y - q.y) * (p.y - q.y) + (p.z - q.z) * (p.z - q.z);
                    if (r2 < 6) {
                        const double r6 = 1 / (r2 * r2 * r2);
                        f += dx / r2 * r6 * (1.5 * r6 - 2);
                        size += std::fabs(dx / r2 * r6 * (1.5 * r6 + 2));
                    }
                }
                if (std::fabs(result[i].x - f) > 1e-3 * (1 + size))
                    return false;
            }
            return true;
        });
}
