// The last error of the device runtime belongs to the thread that made it. An H200 gives the same.
#include "check.h"

__global__ void child() { }

__global__ void parent(int* out)
{
    int* own = out + 6 * threadIdx.x;
    own[0] = cudaGetLastError();
    child<<<1, 1>>>();
    own[1] = cudaGetLastError();
    child<<<1, threadIdx.x == 0 ? 4096 : 32>>>();
    own[2] = cudaPeekAtLastError();
    own[3] = cudaGetLastError();
    own[4] = cudaGetLastError();
    child<<<threadIdx.x == 0 ? 0 : 1, 1>>>();
    own[5] = cudaGetLastError();
}

int main()
{
    int* out;
    CUDA(cudaMallocManaged(&out, 12 * sizeof(int)));
    parent<<<1, 2>>>(out);
    CUDA(cudaDeviceSynchronize());
    const int expected[12] = { 0, 0, cudaErrorInvalidConfiguration, cudaErrorInvalidConfiguration, 0,
        cudaErrorInvalidConfiguration };
    for (int i = 0; i < 12; ++i)
        CHECK(out[i] == expected[i]);
    std::puts("device_errors passed");
    return 0;
}
