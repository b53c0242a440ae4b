// Host code of the lesson on instruction throughput.
// Build and run: nvcc -o throughput host.cu && ./throughput
#include "kernels.cu"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

// Every runtime call can fail: report where, and exit.
#define CHECK(call)                                                             \
    do {                                                                        \
        cudaError_t error = (call);                                             \
        if (error != cudaSuccess) {                                             \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,             \
                         cudaGetErrorString(error));                            \
            std::exit(1);                                                       \
        }                                                                       \
    } while (0)

int main()
{
    const int n = 1 << 20, block = 256, rounds = 1024;
    std::vector<float> angles(n), library(n), fast(n);
    for (int i = 0; i < n; i++)
        angles[i] = 6.28318f * i / n - 3.14159f;

    float *x, *y;
    CHECK(cudaMalloc(&x, n * sizeof(float)));
    CHECK(cudaMalloc(&y, n * sizeof(float)));
    CHECK(cudaMemcpy(x, angles.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    float ms[2] = {};
    for (int kernel = 0; kernel < 2; kernel++) {
        CHECK(cudaEventRecord(start));
        if (kernel == 0)
            sin_library<<<n / block, block>>>(x, y, 0.0f, rounds);
        else
            sin_fast<<<n / block, block>>>(x, y, 0.0f, rounds);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        CHECK(cudaEventElapsedTime(&ms[kernel], start, stop));
        std::vector<float>& result = kernel == 0 ? library : fast;
        CHECK(cudaMemcpy(result.data(), y, n * sizeof(float), cudaMemcpyDeviceToHost));
    }
    float largest = 0.0f;
    for (int i = 0; i < n; i++)
        largest = std::max(largest, std::abs(library[i] - fast[i]));
    std::printf("sinf %.3f ms, __sinf %.3f ms, largest difference %.1e\n", ms[0], ms[1], largest);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
    return largest < 1.0e-3f ? 0 : 1;
}
