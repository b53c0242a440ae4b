// Particles in cells: each thread visits the particles of 27 cells (smoothed particle hydrodynamics).
#include "suite.h"

__global__ void density_cells(const float4* particles, const int* begin, float* density, int n, int cells)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 p = particles[i];
    float sum = 0.0f;
    for (int z = max(int(p.z) - 1, 0); z <= min(int(p.z) + 1, cells - 1); ++z)
        for (int y = max(int(p.y) - 1, 0); y <= min(int(p.y) + 1, cells - 1); ++y)
            for (int x = max(int(p.x) - 1, 0); x <= min(int(p.x) + 1, cells - 1); ++x) {
                int cell = (z * cells + y) * cells + x;
                for (int j = begin[cell]; j < begin[cell + 1]; ++j) {
                    float4 q = particles[j];
                    float r2 = (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y) + (p.z - q.z) * (p.z - q.z);
                    if (r2 < 1.0f)
                        sum += q.w * (1.0f - r2) * (1.0f - r2) * (1.0f - r2);
                }
            }
    density[i] = sum;
}

int main(int argc, char** argv)
{
    const int cells = 20;
    suite::Random random(32);
    std::vector<float4> particle;
    std::vector<int> start { 0 };
    for (int cell = 0; cell < cells * cells * cells; ++cell) {
        for (uint32_t k = 1 + random.below(6); k > 0; --k)
            particle.push_back(make_float4(cell % cells + random.unit() * 0.999F, cell / cells % cells + random.unit() * 0.999F,
                cell / (cells * cells) + random.unit() * 0.999F, 1.0F + random.unit()));
        start.push_back(int(particle.size()));
    }
    const int n = int(particle.size());
    float4* particles = suite::device(particle);
    int* begin = suite::device(start);
    float* density = suite::zeros<float>(n);
    return suite::run(
        argc, argv, "density_cells", "density_cells",
        [&] { density_cells<<<(n + 127) / 128, 128>>>(particles, begin, density, n, cells); },
        [&] {
            const auto result = suite::host(density, n);
            for (int i = 0; i < n; i += 97) {
                double sum = 0;
                for (const float4& q : particle) {
                    const float4& p = particle[i];
                    const double r2 = (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y) + (p.z - q.z) * (p.z - q.z);
                    if (r2 < 1)
                        sum += q.w * (1 - r2) * (1 - r2) * (1 - r2);
                }
                if (!suite::near(result[i], sum, 1e-3))
                    return false;
            }
            return true;
        });
}
