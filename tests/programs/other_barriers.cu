// Two warps wait for each other at different barriers, one for each number.
#include "inlined.h"

#include <cstdio>
#include <cstdlib>

__global__ void with_result(int* o)
{
    if (threadIdx.x < 32)
        o[threadIdx.x] = __syncthreads_or(threadIdx.x == 5); // line 10
    else
        __syncthreads(); // line 12
}

__global__ void two_results(int* o)
{
    if (threadIdx.x < 32)
        o[threadIdx.x] = __syncthreads_count(threadIdx.x < 5); // line 18
    else
        o[threadIdx.x] = __syncthreads_and(threadIdx.x < 5); // line 20
}

__global__ void same_result(int* o)
{
    o[threadIdx.x] = __syncthreads_or(threadIdx.x == 5); // line 25
}

__global__ void in_header(int* o)
{
    if (threadIdx.x < 32) {
        __syncthreads(); // line 31
        __syncthreads(); // line 32
    } else {
        meet(); // line 34
        meet(); // line 35
    }
}

int main(int, char** arguments)
{
    int* device;
    cudaMalloc(&device, 256);
    switch (atoi(arguments[1])) {
    case 0:
        with_result<<<1, 64>>>(device);
        break;
    case 1:
        two_results<<<1, 64>>>(device);
        break;
    case 2:
        same_result<<<1, 64>>>(device);
        break;
    case 3:
        in_header<<<1, 64>>>(device);
        break;
    }
    printf("%d\n", cudaDeviceSynchronize());
}
