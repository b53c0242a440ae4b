// Faults in inlined code: one for each number.
#include "inlined.h"

#include <cstdio>
#include <cstdlib>

__global__ void in_header(int* o)
{


    put(o, 100 + threadIdx.x);
}
__global__ void intrinsic(int* o)
{
    if (threadIdx.x <= 16)
        o[threadIdx.x] = __ldg(o + 1000 + threadIdx.x);
    *o = 1;
}
__device__ __forceinline__ void store(int* o, int i)
{
    o[i] = i;
}

__global__ void in_helper(int* o)
{
    store(o, 200 + threadIdx.x);
}

__global__ void intrinsic_in_header(int* o)
{
    o[threadIdx.x] = far_away(o, threadIdx.x);
}

__global__ void in_function(int* o)
{
    put_called(o, 300);
}

__global__ void atomic(int* o)
{
    atomicMax(o + 1000, 5);
}

int main(int, char** arguments)
{
    int* p;
    cudaMalloc(&p, 128);
    switch (atoi(arguments[1])) {
    case 0: in_header<<<1, 32>>>(p); break;
    case 1: intrinsic<<<1, 32>>>(p); break;
    case 2: in_helper<<<1, 32>>>(p); break;
    case 3: intrinsic_in_header<<<1, 32>>>(p); break;
    case 4: in_function<<<1, 32>>>(p); break;
    case 5: atomic<<<1, 32>>>(p); break;
    }
    printf("%d\n", cudaDeviceSynchronize());
}
