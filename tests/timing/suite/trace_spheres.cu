// Rays against 48 spheres in constant memory.
#include "suite.h"

struct Sphere {
    float x, y, z, r, shade;
};

__constant__ Sphere spheres[48];

__global__ void trace_spheres(float* image, int width, int height)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    float dx = (px - width / 2) / float(width);
    float dy = (py - height / 2) / float(height);
    float inverse = rsqrtf(dx * dx + dy * dy + 1.0f);
    dx *= inverse;
    dy *= inverse;
    float dz = inverse;
    float nearest = 1e20f;
    float color = 0.0f;
    for (int s = 0; s < 48; ++s) {
        float b = dx * spheres[s].x + dy * spheres[s].y + dz * spheres[s].z;
        float c =
            spheres[s].x * spheres[s].x + spheres[s].y * spheres[s].y + spheres[s].z * spheres[s].z - spheres[s].r * spheres[s].r;
        float d = b * b - c;
        if (d > 0.0f) {
            float t = b - sqrtf(d);
            if (t > 0.0f && t < nearest) {
                nearest = t;
                color = spheres[s].shade * (sqrtf(d) / spheres[s].r);
            }
        }
    }
    image[py * width + px] = color;
}

int main(int argc, char** argv)
{
    const int width = 1024;
    const int height = 512;
    suite::Random random(53);
    std::vector<Sphere> scene(48);
    for (auto& s : scene)
        s = { random.unit() * 8 - 4, random.unit() * 8 - 4, 6 + random.unit() * 10, 0.3F + random.unit(), random.unit() };
    suite::check(cudaMemcpyToSymbol(spheres, scene.data(), sizeof spheres));
    float* image = suite::zeros<float>(width * height);
    return suite::run(
        argc, argv, "trace_spheres", "trace_spheres",
        [&] { trace_spheres<<<dim3(width / 16, height / 16), dim3(16, 16)>>>(image, width, height); },
        [&] {
            const auto result = suite::host(image, width * height);
            int different = 0;
            for (int py = 0; py < height; py += 4)
                for (int px = 0; px < width; px += 4) {
                    double dx = (px - width / 2) / double(width);
                    double dy = (py - height / 2) / double(height);
                    const double dz = 1 / std::sqrt(dx * dx + dy * dy + 1);
                    dx *= dz;
                    dy *= dz;
                    double nearest = 1e20;
                    double color = 0;
                    for (const auto& s : scene) {
                        const double b = dx * s.x + dy * s.y + dz * s.z;
                        const double d = b * b - (double(s.x) * s.x + double(s.y) * s.y + double(s.z) * s.z - double(s.r) * s.r);
                        if (d > 0 && b - std::sqrt(d) > 0 && b - std::sqrt(d) < nearest) {
                            nearest = b - std::sqrt(d);
                            color = s.shade * std::sqrt(d) / s.r;
                        }
                    }
                    different += std::fabs(result[py * width + px] - color) > 0.02;
                }
            return different < 100;
        });
}
