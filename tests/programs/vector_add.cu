// Allocation, copies, a launch, and the properties of the device.
#include "check.h"

#include <vector>

__global__ void add(const float* a, const float* b, float* c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

int main()
{
    constexpr int n = 10000;
    std::vector<float> a(n), b(n), c(n);
    for (int i = 0; i < n; ++i) {
        a[i] = i;
        b[i] = 2 * i;
    }
    float *da, *db, *dc;
    CUDA(cudaMalloc(&da, n * sizeof(float)));
    CUDA(cudaMalloc(&db, n * sizeof(float)));
    CUDA(cudaMalloc(&dc, n * sizeof(float)));
    CUDA(cudaMemcpy(da, a.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(db, b.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    add<<<(n + 255) / 256, 256>>>(da, db, dc, n);
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(c.data(), dc, n * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; ++i)
        CHECK(c[i] == 3.0f * i);
    cudaDeviceProp properties;
    CUDA(cudaGetDeviceProperties(&properties, 0));
    CHECK(properties.warpSize == 32 && properties.maxThreadsPerBlock == 1024 && properties.multiProcessorCount > 0);
    int processors = 0;
    CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    CHECK(processors == properties.multiProcessorCount);
    CUDA(cudaFree(da));
    CUDA(cudaFree(db));
    CUDA(cudaFree(dc));
    std::puts("vector_add passed");
}
