// k-means: adds the points of each of 16 clusters with atomic operations in global memory.
#include "suite.h"

__global__ void update_clusters(const float2* points, const int* cluster, float* sums, int* counts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int c = cluster[i];
    atomicAdd(&sums[2 * c], points[i].x);
    atomicAdd(&sums[2 * c + 1], points[i].y);
    atomicAdd(&counts[c], 1);
}

int main(int argc, char** argv)
{
    const int n = 50'000;
    const auto numbers = suite::floats(2 * n, 81);
    const auto cluster_of = suite::integers(n, 16, 82);
    float* points = suite::device(numbers);
    int* cluster = suite::device(cluster_of);
    float* sums = suite::zeros<float>(32);
    int* counts = suite::zeros<int>(16);
    return suite::run(
        argc, argv, "update_clusters", "update_clusters",
        [&] { update_clusters<<<(n + 255) / 256, 256>>>((const float2*)points, cluster, sums, counts, n); },
        [&] {
            std::vector<double> expected(32);
            for (int i = 0; i < 2 * n; ++i)
                expected[2 * cluster_of[i / 2] + i % 2] += numbers[i];
            const auto result = suite::host(sums, 32);
            for (int k = 0; k < 32; ++k)
                if (!suite::near(result[k], expected[k], 1e-3))
                    return false;
            return true;
        },
        [&] {
            suite::clear(sums, 32);
            suite::clear(counts, 16);
        });
}
