// The last error of the device runtime belongs to the thread that made it. An H200 gives the same.
#include "check.h"

__global__ void child() { }

// Shared memory that the host has not permitted with cudaFuncSetAttribute: 48 KiB, static and dynamic together.
__global__ void many_bytes(int* out)
{
    __shared__ int values[12000];
    values[threadIdx.x] = 1;
    __syncthreads();
    atomicAdd(out, values[0]);
}
__global__ void count(int* out) { atomicAdd(out, 1); }
__global__ void permitted(int* out) { atomicAdd(out, 1); }

__global__ void launch_with_shared_memory(int* out)
{
    const int bytes[] = { 49152, 49153, 232448, 300000 };
    for (int i = 0; i < 4; ++i) {
        count<<<1, 1, bytes[i]>>>(out + 16);
        out[i] = cudaGetLastError();
        permitted<<<1, 1, bytes[i]>>>(out + 17);
        out[4 + i] = cudaGetLastError();
    }
    many_bytes<<<1, 1, 1152>>>(out + 18);
    out[8] = cudaGetLastError();
    many_bytes<<<1, 1, 1153>>>(out + 18);
    out[9] = cudaGetLastError();
    count<<<1, 1, 60000, cudaStreamTailLaunch>>>(out + 16);
    out[10] = cudaGetLastError();
    count<<<1, 1, 60000, cudaStreamFireAndForget>>>(out + 16);
    out[11] = cudaGetLastError();
}

void check_shared_memory()
{
    int* out;
    CUDA(cudaMallocManaged(&out, 19 * sizeof(int)));
    CUDA(cudaMemset(out, 0, 19 * sizeof(int)));
    CUDA(cudaFuncSetAttribute(permitted, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000));
    launch_with_shared_memory<<<1, 1>>>(out);
    CUDA(cudaDeviceSynchronize());
    const int invalid = cudaErrorInvalidConfiguration;
    const int expected[19] = { 0, invalid, invalid, invalid, 0, 0, 0, invalid, 0, invalid, invalid, invalid, 0, 0, 0, 0, 1, 3, 1 };
    for (int i = 0; i < 19; ++i)
        CHECK(out[i] == expected[i]);
}

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
    check_shared_memory();
    std::puts("device_errors passed");
    return 0;
}
