// Kernels that wait until the host has written a value, one for each number.
#include <cstdio>
#include <cstdlib>
#include <cuda/atomic>

__device__ __managed__ volatile int flag;

__global__ void wait_mapped(volatile int* go, int* out)
{
    while (*go == 0) { }
    out[threadIdx.x] = *go + 1;
}
__global__ void wait_variable(int* out)
{
    while (flag == 0) { }
    *out = flag * 2;
}
__global__ void wait_atomic(int* go, int* out)
{
    cuda::atomic_ref<int, cuda::thread_scope_system> ready(*go);
    while (ready.load(cuda::memory_order_acquire) < 3) { }
    *out = *go;
}
__global__ void add(int* out) { atomicAdd(out, 10); }

int main(int, char** arguments)
{
    const int number = atoi(arguments[1]);
    int *mapped, *managed, *out, host = -1;
    cudaHostAlloc(&mapped, 4, cudaHostAllocMapped);
    cudaMallocManaged(&managed, 4);
    cudaMalloc(&out, 128);
    *mapped = *managed = 0;
    cudaStream_t first, second;
    cudaStreamCreate(&first);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    switch (number) {
    case 0: wait_mapped<<<1, 32, 0, first>>>(mapped, out); *mapped = 4; break;
    case 1: wait_mapped<<<1, 1>>>(managed, out); *managed = 6; break;
    case 2: wait_variable<<<1, 1>>>(out); flag = 5; break;
    case 3: wait_atomic<<<1, 1>>>(managed, out); *managed = 3; break;
    case 4: // an operation behind it in its stream
        wait_mapped<<<1, 1, 0, first>>>(mapped, out);
        add<<<1, 1, 0, first>>>(out);
        *mapped = 1;
        break;
    case 5: // a copy in another stream
        wait_mapped<<<1, 1, 0, first>>>(mapped, out);
        host = 8;
        cudaMemcpyAsync(mapped, &host, 4, cudaMemcpyDefault, second);
        cudaStreamSynchronize(second);
        break;
    }
    const int code = cudaDeviceSynchronize();
    cudaMemcpy(&host, out, 4, cudaMemcpyDeviceToHost);
    printf("%d %d\n", code, host);
}
