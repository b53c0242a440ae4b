// k-means: the nearest of 32 centers for points of eight numbers.
#include "suite.h"

__global__ void assign_clusters(const float* points, const float* centers, int* cluster, int n, int k)
{
    __shared__ float center[32 * 8];
    for (int i = threadIdx.x; i < k * 8; i += blockDim.x)
        center[i] = centers[i];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float p[8];
    for (int d = 0; d < 8; ++d)
        p[d] = points[d * n + i];
    float best = 1e30f;
    int nearest = 0;
    for (int c = 0; c < k; ++c) {
        float distance = 0.0f;
        for (int d = 0; d < 8; ++d) {
            float difference = p[d] - center[c * 8 + d];
            distance += difference * difference;
        }
        if (distance < best) {
            best = distance;
            nearest = c;
        }
    }
    cluster[i] = nearest;
}

int main(int argc, char** argv)
{
    const int n = 300'000;
    const auto point = suite::floats(8 * n, 79);
    const auto middle = suite::floats(8 * 32, 80);
    float* points = suite::device(point);
    float* centers = suite::device(middle);
    int* cluster = suite::zeros<int>(n);
    return suite::run(
        argc, argv, "assign_clusters", "assign_clusters",
        [&] { assign_clusters<<<(n + 255) / 256, 256>>>(points, centers, cluster, n, 32); },
        [&] {
            const auto result = suite::host(cluster, n);
            int different = 0;
            for (int i = 0; i < n; i += 10) {
                double best = 1e30;
                int nearest = 0;
                for (int c = 0; c < 32; ++c) {
                    double distance = 0;
                    for (int d = 0; d < 8; ++d)
                        distance += std::pow(double(point[d * n + i]) - middle[c * 8 + d], 2);
                    if (distance < best) {
                        best = distance;
                        nearest = c;
                    }
                }
                different += result[i] != nearest;
            }
            return different < 5;
        });
}
