// What an H200 answers, one for each number: barriers at several places of the code, error codes and their order.
#include <cassert>
#include <cstdio>
#include <cstdlib>

__global__ void other_arm(int* o)
{
    if (threadIdx.x & 1)
        __syncthreads();
    else
        __syncthreads();
    o[threadIdx.x] = 8;
}

// Some lanes leave the loop and the kernel earlier.
__global__ void loop(int* o)
{
    for (int i = 0; i < int(threadIdx.x % 4); ++i)
        __syncthreads();
    o[threadIdx.x] = 8;
}

// A quarter of each warp does not come to the barrier.
__global__ void some_return(int* o)
{
    o[threadIdx.x] = 4;
    if (threadIdx.x % 4 == 0)
        return;
    __syncthreads();
    o[threadIdx.x] = 5;
}

// Each arm reads what the other warps have written before the barrier.
__global__ void exchange(int* o)
{
    __shared__ int cells[128];
    cells[threadIdx.x] = threadIdx.x;
    int value;
    if (threadIdx.x % 32 < 9) {
        __syncthreads();
        value = cells[threadIdx.x ^ 32];
    } else {
        cells[threadIdx.x] += 1000;
        __syncthreads();
        value = cells[threadIdx.x ^ 64];
    }
    o[threadIdx.x] = __shfl_xor_sync(~0u, value, 1);
}

__global__ void __cluster_dims__(2) pairs(int* o) { *o = 1; }
__global__ void outsider(int* o)
{
    if (threadIdx.x <= 16)
        __syncwarp(0xffff);
    *o = 1;
}
__global__ void trap() { asm("trap;"); }
__global__ void small(int n) { assert(threadIdx.x < n); }

__device__ int deep(int n, volatile int* p)
{
    volatile char a[512];
    a[n & 511] = char(n);
    return n == 0 ? *p : deep(n - 1, p) + a[n & 511];
}
__global__ void recurse(int n, int* o) { *o = deep(n, o); }

int main(int, char** arguments)
{
    const int number = atoi(arguments[1]);
    int *d, h[128], sum = 0;
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    switch (number) {
    case 0: other_arm<<<1, 128>>>(d); break;
    case 1: loop<<<1, 128>>>(d); break;
    case 2: some_return<<<1, 128>>>(d); break;
    case 3: exchange<<<1, 128>>>(d); break;
    case 4: pairs<<<3, 32>>>(d); printf("%d\n", cudaGetLastError()); return 0;
    case 5: outsider<<<1, 32>>>(d); break;
    case 6:
        trap<<<1, 1>>>();
        printf("%d ", cudaDeviceSynchronize());
        printf("%d ", cudaMalloc(&d, 4));
        printf("%d ", cudaDeviceReset());
        printf("%d ", cudaMalloc(&d, 4));
        printf("%d\n", cudaGetLastError());
        return 0;
    case 7: small<<<1, 4>>>(2); break;
    case 8: recurse<<<1, 1>>>(1, d); break;
    case 9:
        cudaDeviceSetLimit(cudaLimitStackSize, 64 << 10);
        recurse<<<1, 1>>>(50, d);
        break;
    case 10: {
        size_t bytes;
        cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 4096);
        cudaDeviceGetLimit(&bytes, cudaLimitPrintfFifoSize);
        printf("%zu\n", bytes);
        return 0;
    }
    }
    const int code = cudaDeviceSynchronize();
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 128 && code == 0; ++i)
        sum += h[i] * (i + 1);
    printf("%d %d\n", code, number > 3 ? 0 : sum);
}
