// Shared memory of kernels that a kernel launches: also that of functions which they call counts, and the host can permit as much as
// the chosen GPU has.
#include "check.h"

__device__ __noinline__ int other(int i)
{
    __shared__ int values[4000];
    values[threadIdx.x] = i;
    return values[threadIdx.x];
}
__global__ void child(int* out)
{
    __shared__ int values[8000];
    values[threadIdx.x] = other(threadIdx.x + 1);
    atomicAdd(out, values[threadIdx.x]);
}
__global__ void permitted(int* out) { atomicAdd(out, 1); }

__global__ void launch(int* out, int most)
{
    constexpr int kStatic = 4 * (4000 + 8000);
    child<<<1, 1, 48 * 1024 - kStatic>>>(out);
    out[1] = cudaGetLastError();
    child<<<1, 1, 48 * 1024 - kStatic + 1>>>(out);
    out[2] = cudaGetLastError();
    permitted<<<1, 1, most>>>(out + 3);
    out[4] = cudaGetLastError();
    permitted<<<1, 1, most + 1>>>(out + 3);
    out[5] = cudaGetLastError();
}

int main()
{
    int *out, most = 0;
    CUDA(cudaMallocManaged(&out, 6 * sizeof(int)));
    CUDA(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    CUDA(cudaFuncSetAttribute(permitted, cudaFuncAttributeMaxDynamicSharedMemorySize, 50000));
    launch<<<1, 1>>>(out, most);
    CUDA(cudaDeviceSynchronize());
    const int invalid = cudaErrorInvalidConfiguration;
    const int expected[6] = { 1, 0, invalid, 1, 0, invalid };
    for (int i = 0; i < 6; ++i)
        CHECK(out[i] == expected[i]);
    std::printf("child_shared passed: %d bytes\n", most);
}
